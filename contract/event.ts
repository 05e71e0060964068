import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'

// Not JSON but a stream (http/response/event-stream.ts).
export const followChanges = endpoint({
  id: 'followChanges',
  method: 'GET',
  path: '/events',
  access: 'public',
  tag: 'Projects',
  summary: 'Stream of change events',
  description:
    'Server-sent events: `change`, without details, at most twice a second; a comment every 15 seconds keeps the connection open. Clients then repeat their calls with `If-None-Match`.',
  answer: Type.Unsafe<void>({ description: 'events' }),
  success: { status: 200, description: 'Events, until the connection is closed', types: ['text/event-stream'], isStream: true },
  errors: ['too_many_streams'],
})
