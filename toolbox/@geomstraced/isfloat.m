function yes = isfloat (r) %#ok<INUSD>
yes = true;
end
