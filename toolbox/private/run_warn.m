function run_warn (identifier, varargin)
%RUN_WARN  warning (identifier, format, ...) without the stack of calls, which is the toolbox's own.

old = warning ('query', 'backtrace');
keeper = onCleanup (@() warning (old.state, 'backtrace'));
warning ('off', 'backtrace');
warning (identifier, varargin{:});

end
