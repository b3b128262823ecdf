function list = sweep_share (s, task)
%SWEEP_SHARE  The members of one task of an array job: as many as of any other, or one less.

list = 1 + floor (s.count * (task - 1) / s.tasks):floor (s.count * task / s.tasks);

end
