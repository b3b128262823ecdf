function r = squeeze (r)
r.id = squeeze (r.id);
end
