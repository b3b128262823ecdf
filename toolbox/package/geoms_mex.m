%GEOMS_MEX  The compiled part of the toolbox GEOMS, which only its functions call: see GEOMS.
