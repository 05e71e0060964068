import type { RequestMessage } from '#contract/message.ts'
import type { StoredMessage } from '#store/request/message.ts'

export const messageView = ({ authorId, ...message }: StoredMessage, personId: number): RequestMessage => ({
  ...message,
  isOwn: authorId === personId,
})
