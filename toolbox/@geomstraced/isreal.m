function yes = isreal (r) %#ok<INUSD>
yes = true;
end
