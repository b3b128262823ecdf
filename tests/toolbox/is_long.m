function yes = is_long ()
%IS_LONG  Whether the long campaigns are wanted: GEOMS_LONG is set, as by tests/run --long.
%   Without it cases run over part of their spans, tolerances or systems; none is left out.

yes = ~isempty (getenv ('GEOMS_LONG'));

end
