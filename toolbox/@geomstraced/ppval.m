function r = ppval (pp, x)
if ~isobject (x)
    list = fieldnames (pp);
    for i = 1:numel (list)
        pp.(list{i}) = plain_of (pp.(list{i}), 'a table');
    end
    r = plainly ('ppval', pp, x);
else
    r = in_pieces (pp, x);
end
end
