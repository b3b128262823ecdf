function r = cast (r, name)
if ~strcmp (name, 'double')
    r = of_constants (name, {r});
end
end
