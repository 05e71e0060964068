import { useState } from 'preact/hooks'
import { t } from '#console/texts.ts'
import { askTeam, LONGEST_MESSAGE, listConsoleMessages } from '#contract/message.ts'
import { Button } from '#ui/button.tsx'
import { MessageForm, Messages } from '#ui/conversation/conversation.tsx'
import { useHashTarget } from '#ui/hash-target.ts'
import { call } from '#ui/server/api.ts'
import { useCall } from '#ui/server/query.ts'
import { Failed, Loading } from '#ui/states.tsx'

/** Questions to the team, its answers, and a form to ask. */
export function Conversation({ id }: { id: number }) {
  const { answer, error, retry } = useCall(listConsoleMessages, { params: { id: String(id) } }, { isPrivate: true, isSaved: false })
  const [isAsking, setIsAsking] = useState(false)
  const heading = useHashTarget('conversation', answer !== undefined)
  return (
    <section class="stack" aria-labelledby="conversation">
      <h2 id="conversation" ref={heading} tabIndex={-1}>
        {t('ask.title')}
      </h2>
      {!answer && (error ? <Failed error={error} onRetry={retry} /> : <Loading lines={2} />)}
      {answer && (
        <>
          {answer.messages.length === 0 && !isAsking && <p class="soft">{t(answer.isOpen ? 'ask.empty' : 'ask.none')}</p>}
          {answer.messages.length > 0 && (
            <Messages
              messages={answer.messages}
              labels={{ curator: t('ask.curator'), team: t('ask.team'), you: t('ask.you'), deleted: t('ask.deleted') }}
            />
          )}
          {answer.isWaiting && (
            <p>
              <span class="badge badge-active">{t('ask.waiting')}</span>
            </p>
          )}
          {answer.mayWrite && !isAsking && (
            <p>
              <Button look="soft" icon="message" onClick={() => setIsAsking(true)}>
                {t('ask.ask')}
              </Button>
            </p>
          )}
          {answer.mayWrite && isAsking && (
            <div class="card" ref={(card) => card?.querySelector('textarea')?.focus()}>
              <MessageForm
                draft={`ask ${id}`}
                label={t('ask.label')}
                hint={t('ask.hint', { most: LONGEST_MESSAGE })}
                action={t('ask.send')}
                done={t('ask.sent')}
                onlyOnline={t('onlyOnline')}
                send={(text) => call(askTeam, { params: { id: String(id) }, body: { text } })}
                onSent={() => setIsAsking(false)}
              />
            </div>
          )}
          {!answer.isOpen && answer.messages.length > 0 && <p class="soft">{t('ask.closed')}</p>}
        </>
      )}
    </section>
  )
}
