function file = sweep_result (folder, task)
%SWEEP_RESULT  The file that a task of an array job writes.

file = fullfile (folder, 'results', sprintf ('task_%d.mat', task));

end
