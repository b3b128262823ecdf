function yes = iscomplex (r) %#ok<INUSD>
yes = false;
end
