import { mentionBefore, mentionsIn, splitMentions } from '#rules/console/note.ts'
import { readSynonym } from '#rules/console/synonym.ts'
import { readTerm } from '#rules/console/vocabulary.ts'
import { readContactEmail, whyReview } from '#rules/mail/contact.ts'
import { readPhone } from '#rules/person/phone.ts'
import { readBundle } from '#rules/placement/proof/bundle.ts'
import { readFilters, splitList } from '#rules/project/filters.ts'
import { canonicalLink, platformFor } from '#rules/project/link.ts'
import { matchKey } from '#rules/project/project.ts'
import { proposedLogins } from '#rules/sign-in/admission.ts'
import { asciiDomain, claimsFromOidc, readEmail } from '#rules/sign-in/claims.ts'
import { clientOfRedirect, signInClients, whyNotRedirectUri } from '#rules/sign-in/client.ts'
import { searchWords } from '#rules/team/team.ts'
import { createMatcher } from '#rules/text/match.ts'
import { isSlug, proposeSlug } from '#rules/text/slug.ts'
import { cleanName, echo, readLine, readName, readText } from '#rules/text/text.ts'
import { type Attack, row } from './row.ts'

// Normalisation of names, texts, addresses, phone numbers, links and filters.

const marks: Attack = ['', '\u0301\u0323', '']
const signs = [
  'a',
  'й',
  ' ',
  '\n',
  '\r',
  '\t',
  '\0',
  '-',
  '.',
  '\u0301',
  '\u0323',
  '\u0301\u0323',
  'e\u0301',
  '\u200b',
  '\u202e',
  '\ud800',
  '😀',
  'ё',
  '가',
  '\u1100\u1161',
  '\ufdfa',
  'ﬁ',
]
const mail = ['a', '@', '.', '-', '..', 'ж', '\u0301', '\u0323\u0301', '%', 'xn--', ' ', '\u00ad', 'ａ', 'a.', 'a@']
const link = [
  'https://',
  'http://',
  'a',
  '.',
  '/',
  '..',
  '/../',
  '/a/../',
  '?',
  '#',
  '@',
  ':',
  '%',
  '%2e',
  '\\',
  'ж',
  '\u0301\u0323',
  '1',
  '[',
  ']',
  '\u00ad',
  ' ',
  'xn--',
  '=',
  '&',
]

const platforms = [
  { id: 1, name: 'Miro', hosts: ['miro.com'] },
  { id: 2, name: 'Other', hosts: [] },
]
const matcher = createMatcher(['Web development', 'Analyst', 'UX/UI designer', 'C++'], (name) => [name])
const clients = signInClients({
  publicUrl: 'https://d.test',
  webOrigins: [],
  mobileRedirectUris: [],
  isProduction: false,
  isFieldClientOn: true,
})
const settings = { trustEmail: true, groupsClaim: 'groups', pictureHosts: ['a.test'] }

export const rulesParsers = [
  row('text', signs, readText, [marks]),
  row('line', signs, readLine, [marks]),
  row('name', signs, (text) => readName(text), [marks]),
  row('name of a provider', signs, cleanName, [marks]),
  row('echo', signs, echo),
  row('key of a name', signs, matchKey, [marks]),
  row('words of a list search', signs, searchWords, [marks]),
  row('slug', [...signs, 'ий', "'"], (text) => isSlug(proposeSlug(text)), [marks]),
  row('contact form', [...signs, 'http://', 'www.', '://', 'a://'], (text) => {
    const read = readContactEmail({ name: 'Anna', email: 'a@b.org', subject: text, message: text })
    return 'about' in read ? whyReview(read) : whyReview({ name: text, email: '', subject: text, message: text, about: 'contact' })
  }),
  row('email address', mail, readEmail, [marks]),
  row('email address: domain', mail, (text) => readEmail(`a@${text}`), [marks]),
  row('host name', mail, asciiDomain, [marks]),
  row('phone number', ['+', '00', '7', '(', ')', ' ', '-', '.', '\u2010', 'a', '0', '\t'], (text) => readPhone(text, 'ru')),
  row('link', link, (text) => {
    const address = canonicalLink(`https://${text}`)
    return address !== null && platformFor(null, address, platforms)
  }),
  row('link: whole', link, canonicalLink, [['https://', '\u0301\u0323', '']]),
  row('redirect address', [...link, 'javascript:', 'org.app:'], (text) => [
    clientOfRedirect(clients, text),
    whyNotRedirectUri(text, false),
    clientOfRedirect(clients, `http://127.0.0.1:${text}`),
  ]),
  row('filter: list', ['a', ',', '\\', '\\,', ' ', '1', ', ', '\u0301\u0323', 'ё'], splitList, [marks]),
  row('filters', ['a', ',', '\\', '\\,', ' ', '1', 'all', '2026-', '\u0301\u0323', 'ё'], (text) =>
    readFilters({ text, tags: text, status: text, dateStart: text, enrollmentEnd: text }),
  ),
  row('autocomplete', [...signs, 'web', '+', '#'], matcher, [marks]),
  row('term', [...signs, 'https://'], (text) => [
    readTerm('tag', { name: text, aliases: [text], description: text }),
    readTerm('platform', { name: 'a', aliases: [text, `a.${text}`] }),
  ]),
  row('mentions', ['@', '@a', 'a', '.', '-', '_', ' ', 'й', '/', '@@'], (text) => [
    mentionsIn(text),
    splitMentions(text, ['a', 'a.a']),
    mentionBefore(text, text.length),
  ]),
  row(
    'bundle of a round',
    ['{', '}', '[', ']', '"', '\\', '\\"', ':', ',', ' ', '1', 'null', '"x"', '"x":1,'],
    (text) => readBundle(text),
    [
      ['[""', ',"" ', ']'],
      ['[', '"a":', ''],
      ['{"version":1', ',"x":[]', '}'],
    ],
  ),
  row('synonym', signs, (text) => readSynonym({ kind: 'one-way', words: [text, `a${text}`], expandsTo: [text] }), [marks]),
  row(
    'claims of a provider',
    [...signs, '@', '+', 'https://'],
    (text) => {
      const claims = claimsFromOidc(
        'oidc',
        { sub: 'a', email: text, name: text, preferred_username: text, picture: text, groups: text },
        null,
        settings,
      )
      return claims !== null && proposedLogins({ ...claims, login: text, name: text }).next()
    },
    [marks, ['https://', '\u0301\u0323', '']],
  ),
]
