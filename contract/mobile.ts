import { type Static, Type } from 'typebox'
import { endpoint, Nothing } from './endpoint.ts'
import { Id, Instant, Nullable } from './shared.ts'

// The four calls of the mobile auth backend. Clients in the field rely on every name here.

export const Tokens = Type.Object({
  accessToken: Type.String({ description: 'a JWT whose payload has the integer `id` of the person' }),
  refreshToken: Type.Optional(Type.String({ description: 'omitted only when the web client asked for a cookie' })),
  tokenType: Type.Literal('Bearer'),
  expiresIn: Type.Integer({ minimum: 1, description: 'lifetime of the access token in seconds; its session can end earlier' }),
  sessionId: Id,
  user: Type.Object({ id: Id }),
})
export type Tokens = Static<typeof Tokens>

const Device = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 100 })),
  platform: Type.Optional(Type.String({ maxLength: 40 })),
  appVersion: Type.Optional(Type.String({ maxLength: 40 })),
})

export const startSignIn = endpoint({
  id: 'startSignIn',
  method: 'GET',
  path: '/mobile/{idp}authenticate',
  access: 'public',
  tag: 'Sign-in',
  summary: 'Redirects the browser to the identity provider and then back to the app with a code',
  description:
    'To be opened in the system browser. Without parameters it serves the field client. Our own clients send `redirect_uri`, ' +
    '`state`, `code_challenge` and `code_challenge_method`, all of them or none. Errors are HTML pages; only calls refused before they are handled get a problem document.',
  params: Type.Object({ idp: Type.String({ description: 'name or alias of a configured provider', examples: ['idp', 'github'] }) }),
  query: Type.Object({
    redirect_uri: Type.Optional(Type.String({ description: 'exactly as registered' })),
    state: Type.Optional(Type.String({ description: '8 to 512 visible ASCII characters, returned unchanged' })),
    code_challenge: Type.Optional(Type.String({ description: 'PKCE, 43 characters of base64url' })),
    code_challenge_method: Type.Optional(Type.Literal('S256')),
    client_id: Type.Optional(Type.String({ description: 'must match `redirect_uri`' })),
    nonce: Type.Optional(Type.String({ description: 'returned in the first access token' })),
    prompt: Type.Optional(Type.Unsafe<'login' | 'select_account'>({ type: 'string', enum: ['login', 'select_account'] })),
    login_hint: Type.Optional(Type.String()),
    ui_locales: Type.Optional(Type.String()),
  }),
  answer: Nothing,
  success: { status: 302, description: 'To the identity provider' },
  pages: {
    400: 'a parameter is invalid',
    403: 'the field client is disabled',
    404: 'there is no such provider',
    429: 'too many sign-ins from this address',
    500: 'an internal error',
    503: 'the provider is unavailable',
  },
  errors: ['not_found'],
})

export const exchangeCode = endpoint({
  id: 'exchangeCode',
  method: 'POST',
  path: '/mobile/exchange',
  access: 'public',
  tag: 'Sign-in',
  summary: 'Exchanges a code for tokens',
  description: 'A code is valid for 60 seconds and can be used once. Reusing it within that minute ends the session it created.',
  body: Type.Object(
    {
      code: Type.String({ maxLength: 200 }),
      codeVerifier: Type.Optional(
        Type.String({ maxLength: 128, description: 'required if and only if the sign-in was started with `code_challenge`' }),
      ),
      clientId: Type.Optional(Type.String({ maxLength: 60 })),
      redirectUri: Type.Optional(Type.String({ maxLength: 500 })),
      device: Type.Optional(Device),
      transport: Type.Optional(
        Type.Unsafe<'body' | 'cookie'>({
          type: 'string',
          enum: ['body', 'cookie'],
          description: '`cookie`: web client only, from a listed origin',
        }),
      ),
    },
    { examples: [{ code: 'pj_ac_…' }] },
  ),
  bodyLimit: 4096,
  answer: Tokens,
  errors: ['code_invalid', 'pkce_mismatch', 'verifier_unexpected', 'origin_not_allowed', 'account_disabled', 'database_unavailable'],
  isSignIn: true,
})

export const refreshSession = endpoint({
  id: 'refreshSession',
  method: 'POST',
  path: '/mobile/session',
  access: 'public',
  tag: 'Sign-in',
  summary: 'Refreshes the tokens',
  description:
    'Each refresh token has one successor. Sending the same token again returns the same successor until that one has been used, and for a ' +
    'minute after; later it counts as stolen and ends the session. `Authorization` is ignored here.',
  body: Type.Object(
    {
      refreshToken: Type.Optional(Type.String({ maxLength: 400, description: 'the web client sends its cookie instead' })),
    },
    { examples: [{ refreshToken: 'pj_rt_1.…' }] },
  ),
  bodyLimit: 4096,
  answer: Tokens,
  errors: [
    'refresh_invalid',
    'refresh_expired',
    'refresh_reused',
    'session_revoked',
    'account_disabled',
    'origin_not_allowed',
    'database_unavailable',
  ],
  isSignIn: true,
})

export const signOut = endpoint({
  id: 'signOut',
  method: 'GET',
  path: '/logout',
  access: 'public',
  tag: 'Sign-in',
  summary: 'Signs out: ends the session of the access token',
  description:
    'Only the `Authorization` header is used, even with an expired token. The response is always 204; a browser that sends no such header gets a page.',
  query: Type.Object({ all: Type.Optional(Type.Literal('1', { description: 'ends all sessions of the person' })) }),
  answer: Nothing,
  success: { status: 204, description: 'Signed out' },
  pages: { 200: 'how to sign out, for a browser without an `Authorization` header' },
  errors: ['database_unavailable', 'outcome_unknown'],
  isSignIn: true,
})

// Sessions a person can see and end; in the main API.

export const Session = Type.Object({
  id: Id,
  isCurrent: Type.Boolean({ description: 'the session of this call' }),
  client: Type.String({ examples: ['field-mobile', 'projectory-web'] }),
  device: Nullable(Type.String({ description: 'name sent by the app, or the browser type' })),
  provider: Type.String({ description: 'the identity provider' }),
  signedInAt: Instant,
  lastSeenAt: Instant,
  expiresAt: Instant,
  network: Nullable(Type.String({ description: 'network address of the sign-in, without its last part' })),
})
export type Session = Static<typeof Session>

export const listSessions = endpoint({
  id: 'listSessions',
  method: 'GET',
  path: '/user/sessions',
  access: 'signed-in',
  tag: 'Sessions',
  summary: 'The caller’s active sessions',
  answer: Type.Array(Session),
  errors: [],
})

export const endSession = endpoint({
  id: 'endSession',
  method: 'DELETE',
  path: '/user/sessions/{id}',
  access: 'signed-in',
  tag: 'Sessions',
  summary: 'Ends one of the caller’s sessions',
  params: Type.Object({ id: Type.String({ pattern: '^\\d{1,10}$', examples: ['7'] }) }),
  answer: Nothing,
  errors: ['session_not_found'],
})

export const endOtherSessions = endpoint({
  id: 'endOtherSessions',
  method: 'DELETE',
  path: '/user/sessions',
  access: 'signed-in',
  tag: 'Sessions',
  summary: 'Ends all other sessions of the caller',
  answer: Type.Object({ ended: Type.Integer({ minimum: 0 }) }),
  errors: [],
})

export const sessionEndpoints = [listSessions, endSession, endOtherSessions]
