function yes = islogical (r) %#ok<INUSD>
yes = false;
end
