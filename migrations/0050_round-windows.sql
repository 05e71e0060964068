-- Projects of an announced round get its window as their enrollment from actions/round/windows.ts, with whatever changes the round or its projects.
drop trigger project_window on project;
drop trigger round_window on round;
drop function take_window_of_round();
drop function give_window_to_projects();
