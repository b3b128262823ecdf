function yes = anim_display ()
%ANIM_DISPLAY  Whether figures can be shown.

yes = true;
if exist ('OCTAVE_VERSION', 'builtin')
    yes = have_window_system ();
end

end
