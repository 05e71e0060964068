// The sign-in pages and their parameters.
export type SignInPage =
  | { kind: 'not_allowed'; email: string | null; contact: string | null; again: string }
  | { kind: 'account_disabled'; contact: string | null; again: string }
  | { kind: 'field_client_disabled'; contact: string | null }
  | { kind: 'cancelled'; again: string }
  | { kind: 'sign_in_rejected'; again: string; requestId: string }
  | { kind: 'other_browser'; again: string }
  | { kind: 'start_invalid'; name: string; requestId: string }
  | { kind: 'unknown_provider'; requestId: string }
  | { kind: 'too_many'; seconds: number }
  | { kind: 'provider_unavailable'; again: string; requestId: string }
  | { kind: 'internal'; requestId: string }
  | { kind: 'no_more_places'; contact: string | null; requestId: string }
  | { kind: 'store_unavailable'; again: string }
  | { kind: 'hand_off'; action: string; appName?: string; scheme?: string } // scheme: the app's URL scheme, e.g. `org.example.app:`
  | { kind: 'signed_out'; home: string }
