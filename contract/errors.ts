// Table of all error codes with their HTTP status. Codes are stable: a code never changes its meaning and is never reused.
// Texts (texts/<language>/errors.json) say what happened, why, and what to do next.

export const errorStatus = {
  // Errors of the protocol and the server, possible in any call.
  malformed_json: 400,
  invalid_input: 400,
  bad_url: 400,
  bad_http: 400,
  not_found: 404,
  project_not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  body_too_large: 413,
  url_too_long: 414,
  unsupported_media_type: 415,
  invalid_value: 422,
  too_many_calls: 429,
  too_many_jobs: 429,
  too_many_streams: 503,
  headers_too_large: 431,
  internal: 500,
  overloaded: 503,
  warming_up: 503,
  database_unavailable: 503,
  outcome_unknown: 503,
  deadline_exceeded: 503,

  // Authentication and authorisation.
  duplicate_authorization: 400,
  verifier_unexpected: 400,
  not_signed_in: 401,
  invalid_token: 401,
  sign_in_again: 401,
  code_invalid: 401,
  pkce_mismatch: 401,
  refresh_invalid: 401,
  refresh_expired: 401,
  refresh_reused: 401,
  session_revoked: 401,
  account_disabled: 403,
  origin_not_allowed: 403,
  not_permitted: 403,
  session_not_found: 404,

  // Uploads and downloads.
  malformed_upload: 400,
  file_missing: 400,
  file_too_large: 413,
  too_many_files: 413,
  quota_exceeded: 413,
  file_type_refused: 415,
  file_empty: 415,
  image_refused: 422,
  cover_locked: 403,
  cover_missing: 404,
  range_not_satisfiable: 416,
  too_slow: 408,
  storage_full: 507,
  storage_unavailable: 503,
  upload_limit: 429,
  file_damaged: 500,
  file_not_found: 404,
  category_taken: 409,
  too_many_versions: 409,
  unknown_category: 422,

  // Requests, teams, links, profiles.
  idempotency_key_invalid: 400,
  not_team_administrator: 403,
  not_working_on_it: 403,
  team_not_found: 404,
  member_not_found: 404,
  request_not_found: 404,
  link_not_found: 404,
  link_invalid: 404,
  enrollment_closed: 409,
  no_free_place: 409,
  team_busy: 409,
  already_applied: 409,
  too_many_requests: 409,
  too_many_saved: 409,
  request_decided: 409,
  link_limit: 409,
  last_administrator: 409,
  idempotency_in_progress: 409,
  precondition_failed: 412,
  unknown_role: 422,
  unknown_platform: 422,
  unknown_reason: 422,
  reason_required: 422,
  invalid_link: 422,
  invalid_email: 422,
  invalid_phone: 422,
  invalid_name: 422,
  invalid_text: 422,
  too_many_mails: 429,
  idempotency_key_reused: 422,

  // Errors of the console.
  slug_taken: 409,
  name_taken: 409,
  invalid_slug: 422,
  invalid_dates: 422,
  unknown_tag: 422,
  unknown_project: 422,
  project_state: 409,
  requests_waiting: 409,
  project_in_use: 409,
  project_files_full: 413,
  team_promised: 409,
  nothing_pending: 409,
  setting_fixed: 409,
  logo_too_small: 422,
  undo_too_late: 409,
  move_not_undoable: 409,
  person_not_found: 404,
  already_member: 409,
  team_needs_administrator: 409,
  team_in_use: 409,
  not_yourself: 409,
  merge_impossible: 409,
  word_not_found: 404,
  word_taken: 409,
  word_in_use: 409,
  built_in_role: 409,
  invalid_order: 422,
  synonym_not_found: 404,
  synonym_taken: 409,
  too_many_synonyms: 409,
  nothing_selected: 422,
  too_many_rows: 422,
  bulk_not_found: 404,
  changed_since: 409,
  undo_expired: 409,
  too_many_tags: 422,
  view_not_found: 404,
  view_not_own: 403,
  view_name_taken: 409,
  too_many_views: 409,
  sheet_missing: 422,
  sheet_unreadable: 422,
  sheet_columns: 422,
  import_under_way: 409,
  sheet_too_long: 422,

  // Errors of actions on an email; the command line uses them too.
  mail_not_found: 404,
  mail_sent: 409,
  mail_under_way: 409,
  mail_waiting: 409,
  mail_ended: 409,
  mail_link_gone: 409,
  address_not_refused: 404,
  import_emails_not_found: 404,
  import_emails_ended: 409,

  // Errors of creating and editing people, and of who is responsible.
  person_exists: 409,
  similar_person: 409,
  invalid_group: 422,
  email_is_own: 409,
  not_a_curator: 422,

  // Questions on projects.
  answer_not_allowed: 403,
  question_not_own: 403,
  question_not_found: 404,
  questions_closed: 409,
  questions_waiting: 409,
  question_answered: 409,
  answer_changed: 409,
  text_required: 422,
  too_many_questions: 429,

  // Notes of curators, and messages on applications.
  note_not_own: 403,
  note_not_found: 404,
  notes_full: 409,
  nothing_asked: 409,
  too_many_messages: 409,
  too_many_notes: 429,

  // Announcements.
  announcement_not_found: 404,
  announcement_ended: 409,
  audience_empty: 422,
  audience_too_large: 422,
  too_many_announcements: 429,
  no_own_address: 422,

  // Teams that members form: joining, inviting, leaving.
  teams_by_curators_only: 403,
  not_in_team: 403,
  invitation_over: 404,
  join_request_not_found: 404,
  leave_request_not_found: 404,
  team_too_small: 409,
  team_full: 409,
  team_name_taken: 409,
  team_has_project: 409,
  team_in_closed_round: 409,
  team_has_no_project: 409,
  team_has_requests: 409,
  team_disbanding: 409,
  team_not_looking: 409,
  too_many_teams: 409,
  person_has_team: 409,
  not_open_to_joining: 409,
  already_invited: 409,
  already_asked_to_join: 409,
  join_request_over: 409,
  leave_request_over: 409,
  already_asked_to_leave: 409,
  team_change_over: 409,
  member_without_account: 409,
  use_leave_instead: 409,
  too_many_wanted: 422,
  too_many_new_teams: 429,
  too_many_invitations: 429,
  too_many_join_requests: 429,
  too_many_leave_requests: 429,

  // Rounds: choices, placement, offers, exchanges.
  round_not_found: 404,
  round_not_published: 404,
  round_abandoned: 404,
  offer_not_found: 404,
  exchange_not_found: 404,
  decided_by_round: 409,
  round_sealed: 409,
  too_many_choices: 409,
  choices_changed: 409,
  round_full: 409,
  offer_over: 409,
  exchange_over: 409,
  not_waiting: 409,
  not_placed: 409,
  project_not_in_round: 409,
  project_in_round: 409,
  round_wrong_state: 409,
  choices_beyond_limit: 409,
  round_key_works: 409,
  round_incomplete: 409,
  round_not_placeable: 409,
  draft_outdated: 409,
  too_many_rounds: 409,
} as const

export type ErrorCode = keyof typeof errorStatus
export type Details = Record<string, string | number>
export type FieldFault = { path: string; code: FaultCode; params?: Details }

/** Errors of a single value: the entries of "errors" in a problem. */
export type FaultCode =
  | 'wrong_type'
  | 'required'
  | 'not_a_date'
  | 'out_of_range'
  | 'too_long'
  | 'unknown_word'
  | 'taken'
  | 'too_few'
  | 'duplicate'
  | 'not_a_phrase'
  | 'only_one_way'
  | 'in_other_entry'
  | 'too_many'
  | 'not_a_hue'
  | 'no_language'
  | 'locale_not_offered'
  | 'not_a_time_zone'
  | 'not_a_country'
  | 'not_an_email'
  | 'not_a_link'

// Every endpoint can respond with these.
export const commonErrors = [
  'bad_http',
  'duplicate_authorization',
  'url_too_long',
  'headers_too_large',
  'too_many_calls',
  'internal',
  'overloaded',
  'deadline_exceeded',
] as const satisfies readonly ErrorCode[]
