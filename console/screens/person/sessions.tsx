import { useState } from 'preact/hooks'
import { t } from '#console/texts.ts'
import { type ConsolePerson, setDisabled, signOutPerson } from '#contract/console/person.ts'
import { useAct } from '#ui/act/act.ts'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/form/confirm.tsx'
import { Icon } from '#ui/icon.tsx'
import { call } from '#ui/server/api.ts'
import { ago, list } from '#ui/time/format.ts'

export function Sessions({ person }: { person: ConsolePerson }) {
  const [isAsking, setIsAsking] = useState(false)
  const { act, isBusy } = useAct({ isToast: true })
  const { name, sessions } = person
  const params = { id: String(person.id) }
  const signOut = async () => {
    await act(() => call(signOutPerson, { params }), { done: ({ ended }) => t('people.signedOut', { count: ended }) })
    setIsAsking(false)
  }
  return (
    <section class="card stack" aria-labelledby="sessions">
      <h2 id="sessions">{t('people.sessions')}</h2>
      {sessions.length === 0 ? (
        <p class="soft">{t('people.sessions.none')}</p>
      ) : (
        <>
          <ul class="bare stack">
            {sessions.map(({ device, network, lastSeenAt }, index) => (
              <li class="session" key={`${lastSeenAt} ${index}`}>
                <Icon name="device" size={20} />
                <span>
                  <bdi>{device ?? t('people.device')}</bdi>
                  <small class="soft">{[network, ago(lastSeenAt)].filter(Boolean).join(' · ')}</small>
                </span>
              </li>
            ))}
          </ul>
          <div class="row">
            <Button look="soft" icon="leave" onClick={() => setIsAsking(true)}>
              {t('people.signOut')}
            </Button>
          </div>
        </>
      )}
      <Confirm
        title={t('people.signOut.title', { name })}
        isOpen={isAsking}
        isBusy={isBusy}
        yes={t('people.signOut')}
        onYes={() => void signOut()}
        onClose={() => setIsAsking(false)}
      >
        <p>{t('people.signOut.text')}</p>
      </Confirm>
    </section>
  )
}

/** Disables an account, or enables it again. */
export function DisableAccount({ person }: { person: ConsolePerson }) {
  const [isAsking, setIsAsking] = useState(false)
  const { act, isBusy } = useAct({ isToast: true })
  const { name, isDisabled, onlyAdministratorOf } = person
  const decide = async () => {
    const params = { id: String(person.id) }
    const done = t(isDisabled ? 'people.opened' : 'people.closed', { name })
    await act(() => call(setDisabled, { params, body: { isDisabled: !isDisabled } }), { done })
    setIsAsking(false)
  }
  return (
    <div class="row">
      <Button look={isDisabled ? 'soft' : 'danger'} onClick={() => setIsAsking(true)}>
        {t(isDisabled ? 'people.open' : 'people.close')}
      </Button>
      <Confirm
        title={t(isDisabled ? 'people.open.title' : 'people.close.title', { name })}
        isOpen={isAsking}
        isBusy={isBusy}
        yes={t(isDisabled ? 'people.open' : 'people.close')}
        isDangerous={!isDisabled}
        onYes={() => void decide()}
        onClose={() => setIsAsking(false)}
      >
        <p>{t(isDisabled ? 'people.open.text' : 'people.close.text')}</p>
        {!isDisabled && onlyAdministratorOf.length > 0 && (
          <p class="offline" dir="auto">
            {t('people.close.alone', { teams: list(onlyAdministratorOf.map((team) => team.name)) })}
          </p>
        )}
      </Confirm>
    </div>
  )
}
