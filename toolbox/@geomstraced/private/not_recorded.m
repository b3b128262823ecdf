function text = not_recorded (name)
%NOT_RECORDED  Why a function is refused, with a word of help.

text = sprintf ('''%s'' of a value that depends on the unknowns%s', name, advice (name));

end
