import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  type AllowList,
  accessByGroups,
  type Candidate,
  isAllowed,
  isBootstrapAdministrator,
  isPossibleDuplicate,
  personToLink,
  proposedLogins,
} from './admission.ts'
import { claimsFromGithub, claimsFromOidc, type ProviderClaims } from './claims.ts'

const settings = { trustEmail: true, groupsClaim: 'groups', pictureHosts: [] }
const nobody: ProviderClaims = {
  subject: 's',
  email: null,
  isEmailVerified: false,
  login: null,
  name: '',
  surname: '',
  patronymic: '',
  githubLogin: null,
  picture: null,
  tenant: null,
  hostedDomain: null,
  organisations: [],
  groups: [],
}
const mailed = (email: string, isEmailVerified = true): ProviderClaims => ({ ...nobody, email, isEmailVerified })
const anna = mailed('anna@uni.example')

test('an empty list admits no one, and "everyone" must be exactly true', () => {
  const rich: ProviderClaims = { ...anna, tenant: 't', hostedDomain: 'uni.example', organisations: ['o'], groups: ['g'] }
  const empty: AllowList = { domains: [], emails: [], tenants: [], hostedDomains: [], githubOrganisations: [], groups: [] }
  for (const allow of [{}, empty, { everyone: false }, { everyone: 'no' as unknown as boolean }])
    assert.equal(isAllowed(rich, allow), false)
  assert.equal(isAllowed(nobody, { everyone: true }), true)
})

test('each list admits by its own criterion only', () => {
  const rich: ProviderClaims = { ...anna, tenant: 't-1', hostedDomain: 'hd.example', organisations: ['octo'], groups: ['Staff'] }
  const good: AllowList[] = [
    { domains: ['x.example', 'uni.example'] },
    { emails: ['x@x.example', 'anna@uni.example'] },
    { tenants: ['x', 'T-1'] },
    { hostedDomains: ['x.example', 'HD.example'] },
    { githubOrganisations: ['x', 'Octo'] },
    { groups: ['x', 'Staff'] },
  ]
  for (const allow of good) {
    assert.equal(isAllowed(rich, allow), true, JSON.stringify(allow))
    assert.equal(isAllowed(nobody, allow), false, JSON.stringify(allow))
    assert.equal(isAllowed({ ...rich, ...nobody }, allow), false)
  }
  const bad: AllowList[] = [
    { domains: ['hd.example', 'anna@uni.example', 'example', ''] },
    { emails: ['uni.example', '@uni.example', 'nna@uni.example', ''] },
    { tenants: ['t', 't-11', '', 'null'] },
    { hostedDomains: ['uni.example', '.hd.example', 'example', '', 'null'] },
    { githubOrganisations: ['oct', 'octos', ''] },
    { groups: ['staff', 'Staff ', ''] },
  ]
  for (const allow of bad) for (const said of [rich, nobody]) assert.equal(isAllowed(said, allow), false, JSON.stringify(allow))
  assert.equal(isAllowed({ ...nobody, organisations: ['OCTO'] }, { githubOrganisations: ['octo'] }), true)
})

test('a listed domain matches itself only; with a leading dot, its subdomains', () => {
  const cases: [string, string, boolean][] = [
    ['uni.example', 'uni.example', true],
    ['UNI.Example.', 'uni.example', true],
    ['uni.example', 'cs.uni.example', false],
    ['.uni.example', 'cs.uni.example', true],
    ['.uni.example', 'a.cs.uni.example', true],
    ['.UNI.example.', 'cs.uni.example', true],
    ['.uni.example', 'uni.example', false],
    ['.uni.example', 'evil-uni.example', false],
    ['.uni.example', 'evil.example', false],
    ['.example', 'uni.example', true],
    ['.', 'uni.example', false],
    ['.', 'uni.undefined', false],
    ['..example', 'uni.example', false],
    ['*', 'uni.example', false],
    ['*.example', 'uni.example', false],
    ['', 'uni.example', false],
    ['.bücher.example', 'a.xn--bcher-kva.example', true],
    ['bücher.example', 'xn--bcher-kva.example', true],
  ]
  for (const [entry, domain, isIn] of cases) {
    assert.equal(isAllowed(mailed(`a@${domain}`), { domains: [entry] }), isIn, `${entry} ${domain}`)
    const candidates = [candidate({ importEmail: `a@${domain}` })]
    assert.equal(personToLink(mailed(`a@${domain}`), [entry], candidates), isIn ? 1 : null, `${entry} ${domain}`)
  }
})

const allow: AllowList = { domains: ['uni.example', '.uni.example'], emails: ['boss@firm.example'] }

test('an unverified address is not admitted', () => {
  for (const email of ['anna@uni.example', 'a@cs.uni.example', 'boss@firm.example']) {
    assert.equal(isAllowed(mailed(email), allow), true)
    assert.equal(isAllowed(mailed(email, false), allow), false)
  }
})

const lookalikes = [
  'a@uni.example.evil',
  'a@uni.example.evil.example',
  'a@cs.uni.example.evil.example',
  'a@evil-uni.example',
  'a@eviluni.example',
  'a@uni.examplee',
  'a@uni-example',
  'a@example',
  '"a@uni.example"@evil.example',
  '"a@uni.example"@evil',
  '"a"@uni.example',
  'a@uni.example@evil.example',
  'a@evil.example@uni.example',
  'a@evil.example,b@uni.example',
  'a@evil.example;b@uni.example',
  'a@evil.example b@uni.example',
  'a@evil.example\nb@uni.example',
  'a@evil.example\u0000.uni.example',
  'a@evil.example/.uni.example',
  'a@evil.example?.uni.example',
  'a@evil.example#.uni.example',
  'a@evil.example\\.uni.example',
  'a@evil.example:1.uni.example',
  'a@evil.example%2f.uni.example',
  'a@uni%2eexample',
  'a@unі.example', // Ukrainian і
  'a@սni.example', // Armenian ս
  'a@uni.exаmple', // Cyrillic а
  'a@uni.ехample',
  'a@xn--un-okc.example',
  'a@ｕｎｉ.example',
  'a@uni\u00ad.example',
  'a@uni\u200b.example',
  'a@uni．example',
  'a@uni。example',
  'a@uni.example..',
  'a@.uni.example',
  'a@-.uni.example',
  'a@ uni.example',
  'a@uni.example ',
  ' a@uni.example',
  'a@[uni.example]',
  'uni.example',
  '@uni.example',
  'boss@firm.example.evil.example',
  'bоss@firm.example', // Cyrillic о
  'bo\u017fs@firm.example',
  'bossy@firm.example',
  'xboss@firm.example',
  'boss+x@firm.example',
  '"boss"@firm.example',
  'boss@cs.firm.example',
]

test('an address that resembles a listed one is not admitted', () => {
  for (const email of lookalikes) {
    assert.equal(isAllowed(mailed(email), allow), false, `taken as it is: ${JSON.stringify(email)}`)
    const said = claimsFromOidc('oidc', { sub: 's', email, email_verified: true }, null, settings)!
    assert.equal(isAllowed(said, allow), false, `read from a token: ${JSON.stringify(email)}`)
  }
})

test('upper case and a trailing dot are ignored', () => {
  for (const email of ['A@UNI.EXAMPLE', 'a@uni.example.', 'a@CS.uni.example', 'BOSS@Firm.example', 'boss@firm.example.'])
    assert.equal(isAllowed(mailed(email), allow), true, email)
  assert.equal(isAllowed(mailed('boss@firm.example'), { emails: ['Boss@FIRM.example.'] }), true)
})

test('no address outside the listed domains is admitted', () => {
  fc.assert(
    fc.property(fc.emailAddress(), (email) => {
      const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
      fc.pre(domain !== 'uni.example' && !domain.endsWith('.uni.example') && domain !== 'firm.example')
      assert.equal(isAllowed(mailed(email), allow), false)
    }),
  )
})

function candidate(change: Partial<Candidate> = {}): Candidate {
  return { id: 1, importEmail: 'anna@uni.example', isClaimed: false, access: 'member', isActive: true, ...change }
}
const idToken = { sub: 's', email: 'anna@uni.example', email_verified: true }
const said = (token: Record<string, unknown>, userinfo: Record<string, unknown> | null = null) =>
  claimsFromOidc('oidc', token, userinfo, settings)!

test('a new identity is linked to the imported person when all conditions hold', () => {
  const others = [candidate({ id: 2, importEmail: 'boris@uni.example' }), candidate({ id: 3, importEmail: '' })]
  assert.equal(personToLink(said(idToken), ['uni.example'], [...others, candidate({ id: 9 })]), 9)
  assert.equal(personToLink(mailed('ANNA@Uni.Example'), ['uni.example'], [candidate()]), 1)
  assert.equal(personToLink(anna, ['uni.example'], [candidate({ importEmail: 'Anna@UNI.example' })]), 1)
  assert.equal(personToLink(anna, ['x.example', 'uni.example'], [candidate()]), 1)
})

// Each case violates one condition of account linking.
const takeovers: [what: string, said: ProviderClaims, authoritativeFor: string[], candidates: Candidate[]][] = [
  ['unverified', said({ ...idToken, email_verified: false }), ['uni.example'], [candidate()]],
  ['no email_verified claim', said({ sub: 's', email: idToken.email }), ['uni.example'], [candidate()]],
  ['the flag is the text "true"', said({ ...idToken, email_verified: 'true' }), ['uni.example'], [candidate()]],
  [
    'address from userinfo, flag from the id_token',
    said({ sub: 's', email_verified: true }, { sub: 's', email: idToken.email }),
    ['uni.example'],
    [candidate()],
  ],
  ['address from the id_token, flag from userinfo', said({ sub: 's', email: idToken.email }, idToken), ['uni.example'], [candidate()]],
  ['userinfo of another subject', said({ sub: 's' }, { ...idToken, sub: 'victim' }), ['uni.example'], [candidate()]],
  ['the provider is authoritative for another domain', said(idToken), ['other.example', 'example', '.uni.example'], [candidate()]],
  ['the provider is authoritative for no domain', said(idToken), [], [candidate()]],
  ['the person is claimed already', said(idToken), ['uni.example'], [candidate({ isClaimed: true })]],
  ['the person is a curator', said(idToken), ['uni.example'], [candidate({ access: 'curator' })]],
  ['the person is an administrator', said(idToken), ['uni.example'], [candidate({ access: 'administrator' })]],
  ['the person is disabled', said(idToken), ['uni.example'], [candidate({ isActive: false })]],
  ['two people have the address', said(idToken), ['uni.example'], [candidate(), candidate({ id: 2, importEmail: 'Anna@uni.example' })]],
  ['two people have it, one of them claimed', said(idToken), ['uni.example'], [candidate(), candidate({ id: 2, isClaimed: true })]],
  [
    'it is only the contact address',
    said(idToken),
    ['uni.example'],
    [{ ...candidate({ importEmail: 'v@uni.example' }), email: idToken.email } as Candidate],
  ],
  ['another mailbox of the domain', said({ ...idToken, email: 'ann@uni.example' }), ['uni.example'], [candidate()]],
  ['the same mailbox elsewhere', said({ ...idToken, email: 'anna@uni.example.evil' }), ['uni.example', 'uni.example.evil'], [candidate()]],
  ['a Cyrillic letter', said({ ...idToken, email: 'аnna@uni.example' }), ['uni.example'], [candidate()]],
  ['no address on either side', nobody, ['uni.example'], [candidate({ importEmail: '' })]],
  ['a broken address on both sides', mailed('x'), ['uni.example'], [candidate({ importEmail: 'x' })]],
]

test('an account is never taken over by an address', () => {
  assert.ok(takeovers.length >= 12)
  for (const [what, newcomer, authoritativeFor, candidates] of takeovers)
    assert.equal(personToLink(newcomer, authoritativeFor, candidates), null, what)
})

test('an account is linked only when every condition holds, whatever the candidates', () => {
  const anyCandidate = fc.record({
    id: fc.integer({ min: 1, max: 99 }),
    importEmail: fc.constantFrom('anna@uni.example', 'ANNA@uni.example', 'boris@uni.example', ''),
    isClaimed: fc.boolean(),
    access: fc.constantFrom<Candidate['access']>('member', 'curator', 'administrator'),
    isActive: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(anyCandidate, { maxLength: 4 }), fc.boolean(), fc.boolean(), (candidates, isVerified, isAuthoritative) => {
      const same = candidates.filter(({ importEmail }) => importEmail.toLowerCase() === 'anna@uni.example')
      const [only] = same
      const isFree = only && !only.isClaimed && only.isActive && only.access === 'member'
      const expected = same.length === 1 && isFree && isVerified && isAuthoritative ? only.id : null
      assert.equal(
        personToLink(mailed('anna@uni.example', isVerified), isAuthoritative ? ['uni.example'] : ['x.example'], candidates),
        expected,
      )
    }),
    { numRuns: 500 },
  )
})

test('an imported person with the same address is a possible duplicate, verified or not', () => {
  assert.equal(isPossibleDuplicate(anna, [candidate({ importEmail: 'x@uni.example' }), candidate({ isClaimed: true })]), true)
  assert.equal(isPossibleDuplicate(mailed('ANNA@uni.example', false), [candidate()]), true)
  assert.equal(isPossibleDuplicate(anna, []), false)
  assert.equal(isPossibleDuplicate(mailed('x@uni.example'), [candidate()]), false)
  assert.equal(isPossibleDuplicate(nobody, [candidate({ importEmail: '' }), candidate()]), false)
})

test('a reassigned GitHub login is another person', () => {
  const user = (id: number) => claimsFromGithub({ id, login: 'octocat' }, [], [], settings)!
  assert.notEqual(user(583231).subject, user(999999).subject)
  assert.equal(isBootstrapAdministrator('github', user(583231), ['github:583231']), true)
  assert.equal(isBootstrapAdministrator('github', user(999999), ['github:583231', 'github:octocat']), false)
})

test('bootstrap administrators are listed by provider and subject', () => {
  const person = { ...anna, subject: 't-1/o-1' }
  assert.equal(isBootstrapAdministrator('entra', person, ['github:1', 'entra:t-1/o-1']), true)
  for (const listed of [
    [],
    ['entra:t-1'],
    ['t-1/o-1'],
    ['github:t-1/o-1'],
    ['entra:t-1/o-11'],
    ['anna@uni.example'],
    ['entra:anna@uni.example'],
    [''],
  ])
    assert.equal(isBootstrapAdministrator('entra', person, listed), false, listed.join())
})

function logins(person: Partial<ProviderClaims>, count = 1): string[] {
  const proposed = proposedLogins({ ...nobody, ...person })
  return Array.from({ length: count }, () => proposed.next().value)
}

test('a login is proposed from the login, else the address, else the name', () => {
  const cases: [Partial<ProviderClaims>, string][] = [
    [{ login: 'Octo-Cat', email: 'x@y.example', name: 'Anna' }, 'octo-cat'],
    [{ login: 'anna.p@uni.example' }, 'anna.p'],
    [{ login: '---', email: 'Anna.P+tag@uni.example', name: 'X' }, 'anna.p'],
    [{ login: '@', email: 'anna_p@uni.example' }, 'anna_p'],
    [{ name: 'Anna', surname: 'Petrova', patronymic: 'S' }, 'anna.petrova'],
    [{ name: 'Юлия', surname: 'Щукина' }, 'yuliya.shchukina'],
    [{ name: 'Объезд Пьёт', surname: 'Жуй Эхо' }, 'obezd-pet.zhuy-ekho'],
    [{ name: 'Їжак', surname: 'Ґава' }, 'yizhak.gava'],
    [{ name: 'Ѣна' }, 'na'],
    [{ name: 'André', surname: 'Müller' }, 'andre.muller'],
    [{ name: '', surname: 'Petrova' }, 'petrova'],
    [{ name: '李' }, 'person'],
    [{ login: '..a b..' }, 'a-b'],
    [{ login: 'x'.repeat(61) }, 'x'.repeat(60)],
    [{ login: `${'x'.repeat(59)}-y` }, 'x'.repeat(59)],
    [{}, 'person'],
  ]
  for (const [person, expected] of cases) assert.deepEqual(logins(person), [expected])
})

test('a taken login gets a number, and there is always another one', () => {
  assert.deepEqual(logins({ login: 'anna' }, 11), ['anna', ...Array.from({ length: 10 }, (_, i) => `anna-${i + 2}`)])
  const long = logins({ login: 'x'.repeat(60) }, 10)
  assert.deepEqual([long[1], long[9]], [`${'x'.repeat(58)}-2`, `${'x'.repeat(57)}-10`])
})

test('every proposed login is valid and unique', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 90 }),
    fc.string({ maxLength: 90 }),
    fc.constantFrom('Ёж', 'İ', 'ß', '\u212a'),
  )
  fc.assert(
    fc.property(fc.option(text), fc.option(text), text, text, (login, email, name, surname) => {
      const proposed = logins({ login, email, name, surname }, 30)
      for (const one of proposed) assert.match(one, /^[a-z0-9][a-z0-9._-]{0,59}$/)
      assert.equal(new Set(proposed).size, 30)
    }),
  )
})

test('groups give access, the highest first', () => {
  const map = { curator: ['c1', 'c2'], administrator: ['a1'] }
  const access = (groups: string[], using: Parameters<typeof accessByGroups>[1] = map) => accessByGroups({ ...nobody, groups }, using)
  assert.equal(access([]), 'member')
  assert.equal(access(['x', 'C1', 'a']), 'member')
  assert.equal(access(['x', 'c2']), 'curator')
  assert.equal(access(['c1', 'a1']), 'administrator')
  assert.equal(access(['a1']), 'administrator')
  assert.equal(access(['c1'], { administrator: ['a1'] }), 'member')
  assert.equal(access(['c1'], { curator: ['c1'] }), 'curator')
  assert.equal(accessByGroups({ ...nobody, groups: ['a1'] }, undefined), null)
  for (const empty of [{}, { curator: [] }, { curator: [], administrator: [] }]) assert.equal(access(['a1'], empty), null)
})
