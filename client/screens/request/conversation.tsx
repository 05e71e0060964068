import { t } from '#client/texts.ts'
import { type Conversation as Answer, LONGEST_MESSAGE, sendRequestMessage } from '#contract/message.ts'
import { MessageForm, Messages } from '#ui/conversation/conversation.tsx'
import { useHashTarget } from '#ui/hash-target.ts'
import { call } from '#ui/server/api.ts'

/** Questions of the curators about the application, and the team's answers. */
export function Conversation({ id, conversation }: { id: number; conversation: Answer }) {
  const { messages, isOpen, isWaiting, mayWrite } = conversation
  const heading = useHashTarget('conversation', true)
  return (
    <section class="stack" aria-labelledby="conversation">
      <h2 id="conversation" ref={heading} tabIndex={-1}>
        {t('conversation.title')}
      </h2>
      {isWaiting && (
        <p>
          <span class="badge badge-submitted">{t(mayWrite ? 'conversation.yourTurn' : 'conversation.waiting')}</span>
        </p>
      )}
      <Messages
        messages={messages}
        labels={{
          curator: t('conversation.curator'),
          team: t('conversation.team'),
          you: t('conversation.you'),
          deleted: t('conversation.deleted'),
        }}
      />
      {mayWrite ? (
        <MessageForm
          draft={`request ${id}`}
          label={t('conversation.label')}
          hint={t('conversation.hint', { most: LONGEST_MESSAGE })}
          action={t('conversation.send')}
          done={t('conversation.sent')}
          onlyOnline={t('onlyOnline')}
          send={(text) => call(sendRequestMessage, { params: { id: String(id) }, body: { text } })}
        />
      ) : (
        <p class="soft">{t(!isOpen ? 'conversation.closed' : isWaiting ? 'conversation.onlyAdmins' : 'conversation.full')}</p>
      )}
    </section>
  )
}
