function size = resident_megabytes ()
%RESIDENT_MEGABYTES  Memory that this process has in use, of /proc; NaN where that is not there.

size = NaN;
file = fopen ('/proc/self/statm', 'r');
if file >= 0
    pages = sscanf (fgetl (file), '%d');
    fclose (file);
    size = pages(2) * 4096 / 2^20;
end

end
