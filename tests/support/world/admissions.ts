import assert from 'node:assert/strict'
import { admit } from '#auth/admit/admit.ts'
import { type ProviderSettings, providerSettings } from '#auth/provider/settings.ts'
import type { NotificationKind, When } from '#contract/notification.ts'
import type { Sql } from '#database/sql.ts'
import type { ProviderClaims } from '#rules/sign-in/claims.ts'

// Sign-ins of people by what a provider says about them, without a provider.

const now = new Date('2026-03-01T12:00:00Z')
const about = { network: '192.0.2.x', agent: 'Firefox, Linux', requestId: 'r1', clientId: 'field-mobile' }
export const uni = (more: Partial<ProviderSettings> = {}): ProviderSettings =>
  providerSettings({
    name: 'uni',
    kind: 'oidc',
    issuer: 'https://id.uni.example',
    client: { id: 'a', secret: 'b' },
    allow: { everyone: true },
    authoritativeFor: ['uni.example'],
    ...more,
  })
export const claims = (subject: string, more: Partial<ProviderClaims> = {}): ProviderClaims => ({
  subject,
  email: null,
  isEmailVerified: false,
  login: subject,
  name: '',
  surname: '',
  patronymic: '',
  githubLogin: null,
  picture: null,
  tenant: null,
  hostedDomain: null,
  organisations: [],
  groups: [],
  ...more,
})
type Choices = Partial<Record<NotificationKind, When>>
type Options = { settings?: ProviderSettings; bootstrap?: string[]; language?: 'en' | 'ru' | null; notifications?: Choices }
export const verified = (subject: string, email: string, more: Partial<ProviderClaims> = {}) =>
  claims(subject, { email, isEmailVerified: true, ...more })

/** Access by groups. */
export const byGroups = { settings: uni({ access: { curator: ['staff'], administrator: ['admins'] } }) }

export const signIn = (
  sql: Sql,
  who: ProviderClaims,
  { settings = uni(), bootstrap = [], language = null, notifications = {} }: Options = {},
) => admit(sql, { settings, claims: who, bootstrap, language, notifications, now, about })

export async function admitted(sql: Sql, who: ProviderClaims, options?: Options): Promise<number> {
  const outcome = await signIn(sql, who, options)
  assert.ok('personId' in outcome, JSON.stringify(outcome))
  return outcome.personId
}

export async function imported(sql: Sql, login: string, email: string | null, access = 'member'): Promise<number> {
  const [row] = await sql`insert into person (login, import_email, access) values (${login}, ${email}, ${access}) returning id`
  return row!.id
}
