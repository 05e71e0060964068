import { useEffect, useRef, useState } from 'preact/hooks'
import { goBack } from '#client/go-back.ts'
import { paths } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { authorId } from '#ui/session/session.ts'
import { Empty } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { FeedbackForm } from './feedback/form.tsx'

export function Feedback() {
  const [thanks, setThanks] = useState<string | null>(null)
  const person = authorId()
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (thanks !== null) end.current?.focus()
  }, [thanks])
  return (
    <>
      <Title back={{ name: t('back'), go: () => goBack(paths.profile) }}>{t('feedback.title')}</Title>
      {thanks === null ? (
        <FeedbackForm key={person} person={person} onSent={setThanks} />
      ) : (
        <div role="status" ref={end} tabIndex={-1}>
          <Empty
            icon="check"
            title={t('feedback.sent')}
            action={
              <>
                <ButtonLink to={paths.profile}>{t('feedback.done')}</ButtonLink>
                <Button look="plain" onClick={() => setThanks(null)}>
                  {t('feedback.again')}
                </Button>
              </>
            }
          >
            {thanks}
          </Empty>
        </div>
      )}
    </>
  )
}
