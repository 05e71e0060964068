import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { goBack } from '#client/go-back.ts'
import { Guest } from '#client/parts/guest.tsx'
import { pathTo } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import type { WantedRoleDraft } from '#contract/role.ts'
import { createOwnTeam, LONGEST_TEAM_NAME, LONGEST_TEAM_TEXT } from '#contract/team.ts'
import { Button } from '#ui/button.tsx'
import { tell } from '#ui/dialog/toast.tsx'
import { Field, faultsOf, TextArea } from '#ui/form/field.tsx'
import { RolePicker } from '#ui/form/role-picker.tsx'
import { WantedRolesField } from '#ui/form/wanted-roles.tsx'
import { call } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'
import { refreshAll } from '#ui/server/query.ts'
import { session } from '#ui/session/session.ts'
import { reasonOf } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { Forming } from './teams/forming.tsx'
import { Fault, Switch } from './teams/parts.tsx'
import { sayWanted } from './teams/wanted-texts.ts'

/** Error codes that belong to a field. */
export const fieldOfCode = { invalid_name: 'name', team_name_taken: 'name', unknown_role: 'wantedRoles', too_many_wanted: 'wantedRoles' }

function Form() {
  const [, go] = useLocation()
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [roles, setRoles] = useState<string[]>([])
  const [wantedRoles, setWanted] = useState<WantedRoleDraft[]>([])
  const [isLooking, setIsLooking] = useState(true)
  const [isBusy, setIsBusy] = useState(false)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), [faults])
  const make = async () => {
    setIsBusy(true)
    setFaults({})
    const body = { name: name.trim(), description: description.trim() || null, roles, wantedRoles, isLooking }
    try {
      const team = await call(createOwnTeam, { body })
      await refreshAll()
      tell(t('make.done', { team: team.name }), undefined, undefined, true)
      go(pathTo('team', { id: team.id }), { replace: true })
    } catch (error) {
      const found = faultsOf(error, fieldOfCode)
      setFaults(Object.keys(found).length > 0 ? found : { '': reasonOf(error).detail })
      setIsBusy(false)
    }
  }
  return (
    <form
      ref={form}
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void make()
      }}
    >
      <p class="soft">{t('make.lead')}</p>
      <Field
        label={t('make.name')}
        hint={t('make.name.hint')}
        fault={faults.name}
        required
        maxLength={LONGEST_TEAM_NAME}
        autocomplete="off"
        dir="auto"
        value={name}
        onInput={({ currentTarget }) => setName(currentTarget.value)}
      />
      <TextArea
        label={t('make.about')}
        hint={t('make.about.hint')}
        fault={faults.description}
        rows={3}
        maxLength={LONGEST_TEAM_TEXT}
        dir="auto"
        value={description}
        onInput={({ currentTarget }) => setDescription(currentTarget.value)}
      />
      <section class="card stack" aria-labelledby="own-roles">
        <h2 id="own-roles">{t('make.ownRoles')}</h2>
        <p class="field-hint">{t('make.ownRoles.hint')}</p>
        <RolePicker roles={roles} fault={faults.roles} say={(one, values) => t(`roles.${one}`, values)} onChange={setRoles} />
      </section>
      <section class="card stack" aria-labelledby="wanted-roles">
        <h2 id="wanted-roles">{t('wanted.title')}</h2>
        <p class="field-hint">{t('wanted.hint')}</p>
        <WantedRolesField wanted={wantedRoles} fault={faults.wantedRoles} say={sayWanted} onChange={setWanted} />
      </section>
      <div class="card">
        <Switch label={t('looking.switch')} hint={t(isLooking ? 'looking.on' : 'looking.off')} isOn={isLooking} onChange={setIsLooking} />
      </div>
      <Fault text={faults[''] ?? ''} />
      {!isOnline.value && <p class="soft">{t('onlyOnline')}</p>}
      <Button type="submit" isWide isBusy={isBusy} disabled={!isOnline.value}>
        {t('teams.make')}
      </Button>
    </form>
  )
}

export const MakeTeam = () => (
  <>
    <Title back={{ name: t('back'), go: () => goBack(pathTo('my')) }}>{t('teams.make')}</Title>
    {session.value.state === 'guest' ? (
      <Guest />
    ) : (
      <Forming>
        <Form />
      </Forming>
    )}
  </>
)
