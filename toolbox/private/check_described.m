function text = check_described (x)
%CHECK_DESCRIBED  A wrong value in words, for messages: 0, 'psf', [1 2], a cell of size 1 x 3.

if isnumeric (x) && isreal (x) && numel (x) == 1
    text = sprintf ('%g', full (double (x)));
elseif isnumeric (x) && isreal (x) && numel (x) == max (size (x)) && numel (x) > 0 && numel (x) < 9
    text = sprintf ('[%s]', strtrim (sprintf ('%g ', full (double (x)))));
elseif ischar (x) && size (x, 1) == 1
    text = sprintf ('''%s''', x);
else
    kind = class (x);
    if isnumeric (x) && ~isreal (x)
        kind = ['complex ', kind];
    end
    sizes = sprintf ('%d x ', size (x));
    text = sprintf ('a %s of size %s', kind, sizes(1:end - 3));
end

end
