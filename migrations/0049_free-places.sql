-- Who is offered a place that becomes free, and when an offer ends, is decided by rules/placement/waitlist.ts, in the transaction that frees the place
-- (actions/round/waitlist.ts), with the day of the directory as an argument. The database keeps one open offer for a choice.
drop trigger assignment_freed on assignment;
drop trigger assignment_removed on assignment;
drop trigger assignment_given on assignment;
drop trigger round_offer_ended on round_offer;
drop trigger project_raised on project;
drop trigger team_offers_ended on team;
drop function offer_freed_place();
drop function offer_added_places();
drop function end_offers_of_assigned();
drop function end_offers_of_disbanded();
drop function end_unwanted_offers(integer, timestamptz);
drop function is_offer_wanted(integer);
drop function offer_places(integer);
drop function places_to_offer(project);
drop view waiting_choice;
drop view current_work;
drop function directory_today();
