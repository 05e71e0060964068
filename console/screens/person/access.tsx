import { useState } from 'preact/hooks'
import { t } from '#console/texts.ts'
import { accesses, type ConsolePerson, setAccess } from '#contract/console/person.ts'
import { useAct } from '#ui/act/act.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/form/confirm.tsx'
import { Choices } from '#ui/form/field.tsx'
import { call } from '#ui/server/api.ts'

type Access = ConsolePerson['access']
const nameOf = (access: Access) => t(`access.${access}` as 'access.member')

/** The access level, each with its explanation. */
export function AccessForm({ person, isYou }: { person: ConsolePerson; isYou: boolean }) {
  const [chosen, setChosen] = useState<Access | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const { act, isBusy, error, clear } = useAct()
  const { name, access } = person
  const value = chosen ?? access
  if (isYou)
    return (
      <>
        <p>
          {nameOf(access)}. {t(`people.${access}`)}
        </p>
        <p class="soft">{t('people.may.yourself')}</p>
      </>
    )
  const save = async () => {
    const done = t('people.changed', { name, access: nameOf(value) })
    const saved = await act(() => call(setAccess, { params: { id: String(person.id) }, body: { access: value } }), { done })
    setIsAsking(false)
    if (saved) setChosen((current) => (current === value ? null : current)) // another choice made since then stays
  }
  return (
    <div class="stack">
      {person.isDisabled && <p class="soft">{t('people.may.closed')}</p>}
      <Choices
        legend={t('people.access')}
        name="access"
        value={value}
        options={accesses.map((one) => ({ value: one, label: nameOf(one), hint: t(`people.${one}`) }))}
        onChoose={(one) => {
          setChosen(one)
          clear()
        }}
      />
      <ErrorMessage of={error} />
      <div class="row">
        <Button isBusy={isBusy} disabled={value === access} onClick={() => (value === 'administrator' ? setIsAsking(true) : void save())}>
          {t('people.change')}
        </Button>
      </div>
      <Confirm
        title={t('people.raise.title', { name })}
        isOpen={isAsking}
        isBusy={isBusy}
        yes={t('people.raise.yes')}
        onYes={() => void save()}
        onClose={() => setIsAsking(false)}
      >
        <p>{t('people.administrator')}</p>
        <p>{t('people.raise.text')}</p>
      </Confirm>
    </div>
  )
}
