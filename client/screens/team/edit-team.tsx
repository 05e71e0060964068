import { useEffect, useRef, useState } from 'preact/hooks'
import { fieldOfCode } from '#client/screens/make-team.tsx'
import { Fault } from '#client/screens/teams/parts.tsx'
import { sayWanted } from '#client/screens/teams/wanted-texts.ts'
import { t } from '#client/texts.ts'
import type { WantedRoleDraft } from '#contract/role.ts'
import { LONGEST_TEAM_NAME, LONGEST_TEAM_TEXT, type TeamPage, updateOwnTeam } from '#contract/team.ts'
import { Button } from '#ui/button.tsx'
import { tell } from '#ui/dialog/toast.tsx'
import { Field, faultsOf, TextArea } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { WantedRolesField } from '#ui/form/wanted-roles.tsx'
import { call } from '#ui/server/api.ts'
import { refreshAll } from '#ui/server/query.ts'
import { reasonOf } from '#ui/states.tsx'
import { onlineOnly } from './offline.ts'

const FORM = 'team-form'

type Draft = { name: string; description: string; wantedRoles: WantedRoleDraft[] }
const draftOf = ({ name, description, wantedRoles }: TeamPage): Draft => ({
  name,
  description: description ?? '',
  wantedRoles: wantedRoles.map(({ role, count }) => ({ role, count })),
})

/** Name, description and wanted roles. Only what was changed is sent, so that two admins do not overwrite each other. */
export function EditTeam({ team, isOpen, onClose }: { team: TeamPage; isOpen: boolean; onClose(): void }) {
  const [start, setStart] = useState(() => draftOf(team))
  const [draft, setDraft] = useState(start)
  const [isBusy, setIsBusy] = useState(false)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const next = draftOf(team)
    setStart(next)
    setDraft(next)
    setFaults({})
  }, [isOpen])
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), [faults])
  const changed = (Object.keys(draft) as (keyof Draft)[]).filter((key) => JSON.stringify(draft[key]) !== JSON.stringify(start[key]))
  const save = async () => {
    setIsBusy(true)
    setFaults({})
    try {
      const whole = { ...draft, name: draft.name.trim(), description: draft.description.trim() || null }
      const body = Object.fromEntries(changed.map((key) => [key, whole[key]]))
      await call(updateOwnTeam, { params: { id: String(team.id) }, body })
      await refreshAll()
      onClose()
      tell(t('team.edited'))
    } catch (error) {
      const found = faultsOf(error, fieldOfCode)
      setFaults(Object.keys(found).length > 0 ? found : { '': reasonOf(error).detail })
    }
    setIsBusy(false)
  }
  return (
    <FormDialog
      title={t('team.edit')}
      isOpen={isOpen}
      isDirty={changed.length > 0}
      onClose={onClose}
      footer={
        <Button type="submit" form={FORM} isBusy={isBusy} {...onlineOnly()}>
          {t('save')}
        </Button>
      }
    >
      <form
        id={FORM}
        ref={form}
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) void save()
        }}
      >
        <Field
          label={t('make.name')}
          fault={faults.name}
          required
          maxLength={LONGEST_TEAM_NAME}
          autocomplete="off"
          dir="auto"
          value={draft.name}
          onInput={({ currentTarget }) => setDraft({ ...draft, name: currentTarget.value })}
        />
        <TextArea
          label={t('make.about')}
          fault={faults.description}
          rows={4}
          maxLength={LONGEST_TEAM_TEXT}
          dir="auto"
          value={draft.description}
          onInput={({ currentTarget }) => setDraft({ ...draft, description: currentTarget.value })}
        />
        <h3>{t('wanted.title')}</h3>
        <p class="field-hint">{t('wanted.hint')}</p>
        <WantedRolesField
          wanted={draft.wantedRoles}
          fault={faults.wantedRoles}
          say={sayWanted}
          onChange={(wantedRoles) => setDraft({ ...draft, wantedRoles })}
        />
        <Fault text={faults[''] ?? ''} />
      </form>
    </FormDialog>
  )
}
