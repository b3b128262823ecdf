function yes = issparse (r) %#ok<INUSD>
yes = false;
end
