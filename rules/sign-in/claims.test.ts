import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readName } from '#rules/text/text.ts'
import { asciiDomain, claimsFromGithub, claimsFromOidc, defaultPictureHosts, type Flavour, flavourOf, readEmail } from './claims.ts'

const settings = { trustEmail: false, groupsClaim: 'groups', pictureHosts: defaultPictureHosts }
const trusting = { ...settings, trustEmail: true }
type Claims = Record<string, unknown>

const oidc = (idToken: Claims, userinfo: Claims | null = null, flavour: Flavour = 'oidc', using = trusting) =>
  claimsFromOidc(flavour, { sub: 's', ...idToken }, userinfo && { sub: 's', ...userinfo }, using)!
const entra = (idToken: Claims, using = settings, userinfo: Claims | null = null) =>
  oidc({ tid: 'T-1', oid: 'O-1', ...idToken }, userinfo, 'entra', using)
const github = (user: unknown, emails: unknown = [], organisations: unknown = []) => claimsFromGithub(user, emails, organisations, settings)
const octocat = { id: 583231, login: 'Octocat', name: 'Mona Lisa Octocat', email: 'public@octo.example' }

test('Google and Entra are recognised by the host of the issuer', () => {
  const issuers: [string, Flavour][] = [
    ['https://accounts.google.com', 'google'],
    ['https://login.microsoftonline.com/1f/v2.0', 'entra'],
    ['https://login.microsoftonline.us/1f/v2.0', 'entra'],
    ['https://login.partner.microsoftonline.cn/1f/v2.0', 'entra'],
    ['https://accounts.google.com.evil.example', 'oidc'],
    ['https://evil.example/accounts.google.com', 'oidc'],
    ['https://accounts.google.com@evil.example', 'oidc'],
    ['https://accounts.google.com:8443', 'oidc'],
    ['http://accounts.google.com', 'oidc'],
    ['https://xaccounts.google.com', 'oidc'],
    ['https://sso.uni.example/realms/main', 'oidc'],
    ['accounts.google.com', 'oidc'],
    ['', 'oidc'],
  ]
  for (const [issuer, flavour] of issuers) {
    assert.equal(flavourOf('oidc', issuer), flavour, issuer)
    assert.equal(flavourOf('github', issuer), 'github')
  }
})

test('OIDC claims are normalised', () => {
  const said = oidc({
    email: 'Anna@Uni.Example',
    email_verified: true,
    preferred_username: ' anna ',
    given_name: 'Anna',
    middle_name: 'Sergeevna',
    family_name: 'Petrova',
    name: 'other',
    picture: 'https://lh3.googleusercontent.com/a/x',
    tid: 'T-1',
    hd: 'uni.example',
    groups: ['staff', 'it'],
  })
  assert.deepEqual(said, {
    subject: 's',
    email: 'Anna@uni.example',
    isEmailVerified: true,
    login: 'anna',
    name: 'Anna',
    surname: 'Petrova',
    patronymic: 'Sergeevna',
    githubLogin: null,
    picture: 'https://lh3.googleusercontent.com/a/x',
    tenant: null, // only Entra has tenants, only Google hosted domains
    hostedDomain: null,
    organisations: [],
    groups: ['staff', 'it'],
  })
  assert.deepEqual(oidc({}), {
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
  })
})

test('a subject is a string of 1 to 255 characters, unchanged', () => {
  for (const sub of ['x', ' X ', 'я'.repeat(255)]) assert.equal(claimsFromOidc('oidc', { sub }, null, settings)?.subject, sub)
  for (const sub of [undefined, null, '', 1, {}, 'x'.repeat(256), 'a\u0000', 'a\nb', 'a\ud800'])
    assert.equal(claimsFromOidc('oidc', { sub }, null, settings), null, JSON.stringify(sub))
})

test('the subject for Entra is tenant and object id, never sub', () => {
  const said = entra({ sub: 'pairwise', email: 'a@b.example' })
  assert.equal(said.subject, 't-1/o-1')
  assert.equal(said.tenant, 't-1')
  for (const part of [undefined, '', 'a/b', 7, 'x'.repeat(65), 'a b'])
    for (const name of ['tid', 'oid']) assert.equal(entra({ [name]: part }), null, `${name} ${part}`)
  assert.equal(entra({ oid: 'x'.repeat(64) }).subject, `t-1/${'x'.repeat(64)}`)
})

const yes = { email: 'a@uni.example', email_verified: true }
const notTrue = [undefined, null, false, 'true', 'TRUE', '1', 1, [true], {}]

test('an address is verified only if the flag is exactly true and the provider is trusted', () => {
  assert.equal(oidc(yes).isEmailVerified, true)
  assert.equal(oidc(yes, null, 'oidc', settings).isEmailVerified, false)
  for (const email_verified of notTrue)
    assert.equal(oidc({ ...yes, email_verified }).isEmailVerified, false, JSON.stringify(email_verified))
  assert.equal(oidc({ email: 'broken', email_verified: true }).isEmailVerified, false)
  assert.equal(oidc({ email_verified: true }).isEmailVerified, false)
})

test('address and flag must come from the same document', () => {
  const mail = ({ email, isEmailVerified }: { email: string | null; isEmailVerified: boolean }) => [email, isEmailVerified]
  assert.deepEqual(mail(oidc({}, yes)), ['a@uni.example', true], 'both from userinfo')
  assert.deepEqual(mail(oidc({ email: 'a@uni.example' }, yes)), ['a@uni.example', false], 'mail in both, flag in userinfo')
  assert.deepEqual(mail(oidc({ email_verified: true }, { email: 'v@uni.example' })), ['v@uni.example', false], 'flag in the id_token')
  assert.deepEqual(mail(oidc(yes, { email: 'v@uni.example', email_verified: false })), ['a@uni.example', true], 'the id_token comes first')
  assert.deepEqual(mail(oidc({ email: 'broken' }, yes)), [null, false], 'a broken address is not replaced')
  assert.deepEqual(mail(oidc({ email: null }, yes)), ['a@uni.example', true])
})

test('userinfo of another subject is ignored', () => {
  for (const sub of ['other', undefined, null]) {
    const said = claimsFromOidc('oidc', { sub: 's' }, { ...yes, sub, name: 'X', groups: ['admins'] }, trusting)!
    assert.deepEqual([said.email, said.name, said.groups], [null, '', []])
  }
})

test('Google is trusted for its own mail and hosted domains', () => {
  const google = (claims: Claims, userinfo: Claims | null = null) => oidc(claims, userinfo, 'google', settings)
  const cases: [Claims, boolean][] = [
    [{ ...yes, email: 'a@gmail.com' }, true],
    [{ ...yes, email: 'a@GMAIL.com' }, true],
    [{ ...yes, email: 'a@googlemail.com' }, true],
    [{ ...yes, email: 'a@xgmail.com' }, false],
    [{ ...yes, email: 'a@gmail.com.evil.example' }, false],
    [{ ...yes, email: 'a@gmailxcom.example' }, false],
    [{ ...yes, email: 'a@gmailxcom' }, false],
    [yes, false],
    [{ ...yes, hd: 'uni.example' }, true],
    [{ ...yes, hd: '' }, false],
    [{ ...yes, hd: true }, false],
    [{ ...yes, hd: 'uni.example', email_verified: 'true' }, false],
    [{ ...yes, email: 'a@gmail.com', email_verified: undefined }, false],
  ]
  for (const [claims, isVerified] of cases) assert.equal(google(claims).isEmailVerified, isVerified, JSON.stringify(claims))
  assert.equal(google({ hd: 'uni.example' }, yes).isEmailVerified, false, 'hd of the other document')
  assert.equal(google({ hd: 'Uni.Example' }).hostedDomain, 'uni.example')
  assert.equal(google({}, { hd: 'uni.example' }).hostedDomain, null)
  assert.equal(oidc(yes, null, 'google', trusting).isEmailVerified, false, 'trust does not stand in')
})

test('Entra is trusted when xms_edov is true, or by configuration when the claim is absent', () => {
  const email = 'a@uni.example'
  for (const xms_edov of [true, 1, '1']) assert.equal(entra({ email, xms_edov }).isEmailVerified, true)
  for (const xms_edov of [false, 0, '0', 'true', '', null, 2, [true]])
    for (const using of [settings, trusting])
      assert.equal(entra({ email, xms_edov }, using).isEmailVerified, false, JSON.stringify(xms_edov))
  assert.equal(entra({ email }).isEmailVerified, false)
  assert.equal(entra({ email, email_verified: true }).isEmailVerified, false, 'the common flag means nothing here')
  assert.equal(entra({ email }, trusting).isEmailVerified, true)
  assert.equal(entra({ email, email_verified: false }, trusting).isEmailVerified, false)
  assert.equal(entra({ xms_edov: true }, settings, { email }).isEmailVerified, false, 'the flag of the other document')
  assert.equal(oidc({ email, xms_edov: true }).isEmailVerified, false, 'elsewhere it means nothing')
})

test('the subject for GitHub is the numeric id, not the login', () => {
  assert.equal(github(octocat)!.subject, '583231')
  assert.notEqual(github({ ...octocat, id: 583232 })!.subject, github(octocat)!.subject)
  for (const user of [
    null,
    undefined,
    'x',
    7,
    [],
    {},
    { id: '583231' },
    { id: 0 },
    { id: -1 },
    { id: 1.5 },
    { id: 2 ** 53 },
    { login: 'octocat' },
  ])
    assert.equal(github(user), null, JSON.stringify(user))
  assert.equal(github({ id: 1 })!.subject, '1')
})

test('the GitHub address is the primary verified one, never that of the profile', () => {
  const a = { email: 'a@octo.example', primary: true, verified: true }
  const cases: [unknown, string | null][] = [
    [[{ ...a, email: 'b@octo.example', primary: false }, a], 'a@octo.example'],
    [[{ ...a, verified: false }], null],
    [[{ ...a, primary: false }], null],
    [[{ ...a, primary: 'true' }], null],
    [[{ ...a, verified: 1 }], null],
    [[null, 'x', a], 'a@octo.example'],
    [[{ ...a, email: 'broken' }], null],
    [[], null],
    [null, null],
    [{ 0: a }, null],
  ]
  for (const [emails, email] of cases) {
    const said = github(octocat, emails)!
    assert.deepEqual([said.email, said.isEmailVerified], [email, email !== null], JSON.stringify(emails))
  }
})

test('GitHub claims are normalised', () => {
  const user = { ...octocat, avatar_url: 'https://avatars.githubusercontent.com/u/583231?v=4' }
  const organisations = [{ login: 'Octo-Org' }, { login: 'a b' }, { login: 7 }, null, 'x', { login: '' }, { login: 'x'.repeat(101) }]
  assert.deepEqual(github(user, [{ email: 'a@octo.example', primary: true, verified: true }], organisations), {
    subject: '583231',
    email: 'a@octo.example',
    isEmailVerified: true,
    login: 'Octocat',
    name: 'Mona',
    surname: 'Lisa Octocat',
    patronymic: '',
    githubLogin: 'Octocat',
    picture: 'https://avatars.githubusercontent.com/u/583231?v=4',
    tenant: null,
    hostedDomain: null,
    organisations: ['octo-org'],
    groups: [],
  })
  const bare = github({ id: 1, login: 'not a login', name: null }, null, null)!
  assert.deepEqual([bare.login, bare.githubLogin, bare.name, bare.organisations], [null, null, '', []])
  assert.equal(github({ id: 1, login: 'x'.repeat(100) })!.login, 'x'.repeat(100))
  const many = Array.from({ length: 201 }, (_, i) => ({ login: `o${i}` }))
  assert.equal(github(octocat, [], many)!.organisations.length, 200)
})

test('a full name is split, also in Russian order', () => {
  const names = ({ name, patronymic, surname }: { name: string; patronymic: string; surname: string }) => [name, patronymic, surname]
  const cases: [string, string[]][] = [
    ['Cher', ['Cher', '', '']],
    ['Anna Petrova', ['Anna', '', 'Petrova']],
    ['Ludwig van Beethoven', ['Ludwig', '', 'van Beethoven']],
    ['Петрова Анна Сергеевна', ['Анна', 'Сергеевна', 'Петрова']],
    ['Анна Ильинична Петрова', ['Анна', 'Ильинична', 'Петрова']],
    ['Иван Петрович Милич', ['Иван', 'Петрович', 'Милич']],
    ['МИЛИЧ ИВАН ПЕТРОВИЧ', ['ИВАН', 'ПЕТРОВИЧ', 'МИЛИЧ']],
    ['Анна Мичурина Орлова', ['Анна', '', 'Мичурина Орлова']],
    ['Горан Милич', ['Горан', '', 'Милич']],
    ['Мария де ла Ивановна', ['Мария', '', 'де ла Ивановна']],
  ]
  for (const [name, expected] of cases) assert.deepEqual(names(oidc({ name })), expected)
  assert.deepEqual(names(oidc({ given_name: 'Anna', name: 'X Y' })), ['Anna', '', ''])
  assert.deepEqual(names(oidc({ family_name: 'Petrova', name: 'X Y' })), ['', '', 'Petrova'])
  assert.deepEqual(names(oidc({ name: 'A Petrova' }, { given_name: 'Anna', family_name: 'Petrova' })), ['Anna', '', 'Petrova'])
})

test('invisible characters and bidirectional controls are removed from names', () => {
  const cases: [unknown, string][] = [
    ['  Anna \t\n Maria ', 'Anna Maria'],
    ['Anna\tMaria\u2028P', 'Anna Maria P'],
    ['An\u0000n\u001ba\u007f\u0085', 'Anna'],
    ['\u202eannA\u202c\u2066x\u2069\u200e\u200f\u061c\u200b\u2060', 'annAx'],
    ['A \u202e B', 'A B'],
    ['e\u0301', 'é'],
    ['x'.repeat(101), 'x'.repeat(100)],
    [` ${'x'.repeat(100)}`, 'x'.repeat(100)],
    ['😀'.repeat(101), '😀'.repeat(100)],
    [`${'x'.repeat(99)} y`, 'x'.repeat(99)],
    ['\ud800', '\ufffd'],
    [7, ''],
    [{ toString: () => 'x' }, ''],
  ]
  for (const [given_name, expected] of cases) assert.equal(oidc({ given_name, family_name: 'P' }).name, expected)
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const { name } = oidc({ given_name: text, family_name: 'P' })
      assert.doesNotMatch(name, /[\p{Cc}\u202a-\u202e\u2066-\u2069]|^\s|\s$|\s\s/u)
      assert.ok([...name].length <= 100)
      assert.equal(oidc({ given_name: name, family_name: 'P' }).name, name)
    }),
  )
})

test('every part of a name is valid in a profile', () => {
  const odd = ['\u200b', '\u200d', '\u3164', '\u0301', 'A\u00adnna', 'Anna\ufeff', 'Anna \u200d', 'Anna \u0301 \u3164 P', '\u{e0041}']
  for (const text of odd)
    for (const said of [
      oidc({ name: text }),
      oidc({ given_name: text, family_name: text, middle_name: text }),
      github({ ...octocat, name: text })!,
    ])
      for (const part of [said.name, said.surname, said.patronymic]) assert.equal(readName(part, true), part, JSON.stringify(text))
})

test('a picture is an https URL on a listed host', () => {
  const at = (path: string) => `https://lh3.googleusercontent.com/${path}`
  assert.equal(oidc({ picture: at('a') }).picture, at('a'))
  assert.equal(oidc({}, { picture: at('a') }).picture, at('a'))
  const room = 500 - at('').length
  assert.equal(oidc({ picture: at('a'.repeat(room)) }).picture?.length, 500)
  const bad = [
    at('a'.repeat(room + 1)),
    at('я'.repeat(400)),
    'http://lh3.googleusercontent.com/a',
    'https://evil.example/lh3.googleusercontent.com',
    'https://lh3.googleusercontent.com.evil.example/a',
    'https://lh3.googleusercontent.com@evil.example/a',
    'https://u@lh3.googleusercontent.com/a',
    'https://:p@lh3.googleusercontent.com/a',
    'https://lh3.googleusercontent.com:8443/a',
    'javascript:alert(1)',
    '//lh3.googleusercontent.com/a',
    '',
    7,
    [at('a')],
  ]
  for (const picture of bad) assert.equal(oidc({ picture }).picture, null, JSON.stringify(picture))
  assert.equal(oidc({ picture: at('a b"<') }).picture, at('a%20b%22%3C'), 'written safely')
  assert.equal(oidc({ picture: at('a') }, null, 'oidc', { ...trusting, pictureHosts: [] }).picture, null)
})

test('groups are strings, at most 200, from the configured claim', () => {
  assert.deepEqual(oidc({ groups: ['a', 7, '', null, ['b'], 'c'] }).groups, ['a', 'c'])
  assert.deepEqual(oidc({ groups: 'a' }).groups, ['a'])
  assert.deepEqual(oidc({ groups: { a: true } }).groups, [])
  assert.deepEqual(oidc({}, { groups: ['u'] }).groups, ['u'])
  assert.deepEqual(oidc({ groups: [] }, { groups: ['u'] }).groups, [])
  assert.equal(oidc({ groups: Array.from({ length: 201 }, (_, i) => `g${i}`) }).groups.length, 200)
  const named = { ...trusting, groupsClaim: 'https://x.example/roles' }
  assert.deepEqual(oidc({ groups: ['a'], 'https://x.example/roles': ['r'] }, null, 'oidc', named).groups, ['r'])
  for (const groupsClaim of ['', '__proto__', 'toString'])
    assert.deepEqual(oidc({ groups: ['a'] }, null, 'oidc', { ...trusting, groupsClaim }).groups, [])
})

const label63 = 'x'.repeat(63)
const longest = `${[label63, label63, label63, 'x'.repeat(53)].join('.')}.example` // 253

test('a domain is canonicalised', () => {
  const cases: [string, string | null][] = [
    ['uni.example', 'uni.example'],
    ['UNI.Example', 'uni.example'],
    ['uni.example.', 'uni.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['BÜCHER.example', 'xn--bcher-kva.example'],
    ['bu\u0308cher.example', 'xn--bcher-kva.example'],
    ['почта.рф', 'xn--80a1acny.xn--p1ai'],
    ['a-1.x2', 'a-1.x2'],
    [longest, longest],
    [longest.replace('.example', 'x.example'), null],
    [`a.${'b'.repeat(63)}`, `a.${'b'.repeat(63)}`],
    [`${label63}x.example`, null],
    [`a.${'b'.repeat(64)}`, null],
    ...['', '.', 'example', 'localhost', 'uni.example..', '.uni.example', 'uni..example', 'uni.example。'].map((d): [string, null] => [
      d,
      null,
    ]),
    ...['uni.example:80', 'uni.example/x', 'uni.example?x', 'uni.example#x', 'x@uni.example', 'uni.example\\x', 'uni.example\u0001'].map(
      (d): [string, null] => [d, null],
    ),
    ...['uni%2eexample', ' uni.example', 'uni.exa\tmple', 'uni.example\n', '[::1]', '127.0.0.1', '1.2', '0x7f.1'].map(
      (d): [string, null] => [d, null],
    ),
    ...['-a.example', 'a-.example', 'a_b.example', '*.example', 'a.-b', 'a.b-', 'uni.1x', 'uni.exa\u0085mple'].map((d): [string, null] => [
      d,
      null,
    ]),
    ...['ｕｎｉ.example', 'uni\u00ad.example', 'uni。example', 'ﬁ.example', '\u212aate.example'].map((d): [string, null] => [d, null]),
  ]
  for (const [text, expected] of cases) assert.equal(asciiDomain(text), expected, JSON.stringify(text))
})

test('an address must match a strict pattern', () => {
  const cases: [unknown, string | null][] = [
    ['a@uni.example', 'a@uni.example'],
    ['Anna.P@UNI.example.', 'Anna.P@uni.example'],
    ["o'brien+x@uni.example", "o'brien+x@uni.example"],
    ['a@почта.рф', 'a@xn--80a1acny.xn--p1ai'],
    [`${'a'.repeat(64)}@uni.example`, `${'a'.repeat(64)}@uni.example`],
    [`${'a'.repeat(65)}@uni.example`, null],
    [`a@${longest.slice(1)}`, `a@${longest.slice(1)}`],
    [`a@${longest}`, null],
    ...['', '@', 'a', 'a@', '@uni.example', 'a@@uni.example', 'a@b@uni.example', 'a@uni.example@', 'a@null', 'null'].map(
      (e): [string, null] => [e, null],
    ),
    ...['"a@uni.example"@evil.example', '"a"@uni.example', 'a b@uni.example', ' a@uni.example', 'a@uni.example '].map(
      (e): [string, null] => [e, null],
    ),
    ...['a\u0000@uni.example', 'a\n@uni.example', 'аnna@uni.example', 'a@uni.example\r\nBcc: x', '<a@uni.example>'].map(
      (e): [string, null] => [e, null],
    ),
    ...['.a@uni.example', 'a.@uni.example', 'a..b@uni.example', 'a,b@uni.example', 'a(x)@uni.example', 'a\\@uni.example'].map(
      (e): [string, null] => [e, null],
    ),
    ...['a@127.0.0.1', 'a@[127.0.0.1]', 'a@localhost', 'a@evil.example/uni.example', 'a@evil.example#.uni.example'].map(
      (e): [string, null] => [e, null],
    ),
    ...[null, undefined, 7, {}, ['a@uni.example'], true].map((e): [unknown, null] => [e, null]),
  ]
  for (const [value, expected] of cases) assert.equal(readEmail(value), expected, JSON.stringify(value))
})

test('reading an address is idempotent and gives short ASCII with one @', () => {
  const text = fc.oneof(
    fc.emailAddress(),
    fc.string({ unit: 'binary' }),
    fc.tuple(fc.string(), fc.domain()).map(([a, b]) => `${a}@${b}`),
  )
  fc.assert(
    fc.property(text, (value) => {
      const email = readEmail(value)
      fc.pre(email !== null)
      assert.match(email!, /^[!-?A-~]+@[a-z0-9.-]+$/)
      assert.ok(email!.length <= 254)
      assert.equal(readEmail(email), email)
    }),
    { numRuns: 1000 },
  )
})

test('no document makes normalisation throw', () => {
  const claims = fc.dictionary(
    fc.constantFrom('sub', 'email', 'email_verified', 'name', 'given_name', 'picture', 'hd', 'tid', 'oid', 'groups'),
    fc.anything(),
  )
  fc.assert(
    fc.property(claims, fc.option(claims), fc.constantFrom<Flavour>('oidc', 'google', 'entra'), (idToken, userinfo, flavour) => {
      const said = claimsFromOidc(flavour, idToken, userinfo, trusting)
      assert.ok(said === null || said.subject !== '')
    }),
  )
  fc.assert(
    fc.property(fc.anything(), fc.anything(), fc.anything(), (user, emails, organisations) => void github(user, emails, organisations)),
  )
})
