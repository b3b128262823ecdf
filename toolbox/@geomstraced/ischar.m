function yes = ischar (r) %#ok<INUSD>
yes = false;
end
