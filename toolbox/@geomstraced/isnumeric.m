function yes = isnumeric (r) %#ok<INUSD>
yes = true;
end
