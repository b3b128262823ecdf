function f = spring_of_test (t, p, v) %#ok<INUSD,INUSL>
%SPRING_OF_TEST  A force that is given by its name.

f = -p;

end
