function text = check_described (x)
%CHECK_DESCRIBED  A wrong value in words, for messages: 0, 'psf', [1 2], a cell of size 1 3.

if isnumeric (x) && isreal (x) && numel (x) == 1
    text = sprintf ('%g', full (double (x)));
elseif isnumeric (x) && isreal (x) && numel (x) == max (size (x)) && numel (x) > 0 && numel (x) < 9
    text = sprintf ('[%s]', strtrim (sprintf ('%g ', full (double (x)))));
elseif ischar (x) && size (x, 1) == 1
    text = sprintf ('''%s''', x);
elseif isnumeric (x) && ~isreal (x)
    text = sprintf ('a complex %s of size %s', class (x), strtrim (sprintf ('%d ', size (x))));
else
    text = sprintf ('a %s of size %s', class (x), strtrim (sprintf ('%d ', size (x))));
end

end
