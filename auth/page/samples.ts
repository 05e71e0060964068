import type { SignInPage } from './kinds.ts'

// One sample of every page, for tests and screenshots.
const again = '/auth/mobile/githubauthenticate'
const contact = 'directory@uni.example'
const requestId = '0197f3c2-6a1e-7c40-9d1b-2f6c1f0e5a77'

export const samplePages: { [Kind in SignInPage['kind']]: Extract<SignInPage, { kind: Kind }> } = {
  not_allowed: { kind: 'not_allowed', email: 'ann.smirnova@mail.example', contact, again },
  account_disabled: { kind: 'account_disabled', contact, again },
  field_client_disabled: { kind: 'field_client_disabled', contact },
  cancelled: { kind: 'cancelled', again },
  sign_in_rejected: { kind: 'sign_in_rejected', again, requestId },
  other_browser: { kind: 'other_browser', again },
  start_invalid: { kind: 'start_invalid', name: 'code_challenge', requestId },
  unknown_provider: { kind: 'unknown_provider', requestId },
  too_many: { kind: 'too_many', seconds: 41 },
  provider_unavailable: { kind: 'provider_unavailable', again, requestId },
  internal: { kind: 'internal', requestId },
  no_more_places: { kind: 'no_more_places', contact: null, requestId },
  store_unavailable: { kind: 'store_unavailable', again },
  hand_off: { kind: 'hand_off', action: '/auth/mobile/handoff', appName: 'Projectory', scheme: 'org.example.projectory:' },
  signed_out: { kind: 'signed_out', home: 'https://projects.example.org/' },
}
