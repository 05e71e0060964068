import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Id } from './shared.ts'

export const mailSubjects = ['contact', 'project-idea', 'feedback'] as const
export type MailSubject = (typeof mailSubjects)[number]

// Field clients send only a name and an address. Recipients in the body (to, cc, from) are ignored.
export const EmailBody = Type.Object(
  {
    name: Type.String({ maxLength: 400 }),
    email: Type.String({ maxLength: 254 }),
    subject: Type.Optional(Type.String({ maxLength: 200 })),
    message: Type.Optional(Type.String({ maxLength: 5000 })),
    kind: Type.Optional(Type.Unsafe<MailSubject>({ type: 'string', enum: [...mailSubjects] })),
    website: Type.Optional(Type.String({ maxLength: 2048, description: 'leave empty: hidden field for spam detection' })),
  },
  { examples: [{ name: 'Анна Ковалёва', email: 'anna@students.example.org', message: 'May a team of two apply?', kind: 'contact' }] },
)
export type EmailBody = Static<typeof EmailBody>

export const sendEmail = endpoint({
  id: 'sendEmail',
  method: 'POST',
  path: '/email',
  isFixed: true,
  access: 'public',
  keepsCache: true,
  tag: 'Mail',
  summary: 'Sends a message to the directory admins',
  description:
    'Sent to the configured address of the directory, never to an address from the request. Stored before the response, sent afterwards. The same message within ten minutes is sent once.',
  body: EmailBody,
  bodyLimit: 32 * 1024,
  answer: Type.Object({
    id: Id,
    status: Type.Unsafe<'queued'>({ type: 'string', enum: ['queued'] }),
    message: Type.String({ description: 'a message to show to the sender, in their language' }),
  }),
  errors: ['invalid_name', 'invalid_email', 'invalid_text', 'too_many_mails', 'database_unavailable'],
})
