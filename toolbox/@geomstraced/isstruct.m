function yes = isstruct (r) %#ok<INUSD>
yes = false;
end
