function case_noted (file, number)
%CASE_NOTED  Writes the number of the case that is about to run into a file, for what does not come back.

id = fopen (file, 'w');
fprintf (id, '%d\n', number);
fclose (id);

end
