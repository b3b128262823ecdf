function given = opt_pairs (list, words, who)
%OPT_PAIRS  Names and values as a struct; the names are words of the list in any case.
%   who    the public function, for messages and, without 'geoms', for identifiers

area = ['geoms:', strrep(who, 'geoms', '')];
given = struct ();
for i = 1:2:numel (list)
    name = list{i};
    if ~ischar (name) || size (name, 1) ~= 1 || i == numel (list)
        error ([area, ':pairs'], ['%s takes pairs of a name and a value: argument %d is a %s without ', ...
            'a partner.'], who, i, class (name));
    end
    at = find (strcmpi (name, words));
    if isempty (at)
        error ([area, ':name'], '%s has no ''%s''. %s', who, name, check_nearest (name, words));
    end
    word = words{at(1)};
    if any (strcmpi (name, words) & strcmp (name, words))
        word = name;
    end
    if isfield (given, word)
        error ([area, ':twice'], '''%s'' is given twice.', word);
    end
    given.(word) = list{i + 1};
end

end
