function yes = iscell (r) %#ok<INUSD>
yes = false;
end
