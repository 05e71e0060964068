import { useLocation } from 'wouter-preact'
import { goBack } from '#client/go-back.ts'
import { Guest } from '#client/parts/guest.tsx'
import { pathTo } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { createOwnTeam, LONGEST_TEAM_NAME, LONGEST_TEAM_TEXT } from '#contract/team.ts'
import type { WantedRoleDraft } from '#contract/vocabulary/role.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Form } from '#ui/act/form.tsx'
import { Button } from '#ui/button.tsx'
import { Field, TextArea } from '#ui/form/field.tsx'
import { RolePicker } from '#ui/form/role-picker.tsx'
import { type Editable, useForm } from '#ui/form/use-form.ts'
import { WantedRolesField } from '#ui/form/wanted-roles.tsx'
import { call } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'
import { session } from '#ui/session/session.ts'
import { Title } from '#ui/title.tsx'
import { Forming } from './teams/forming.tsx'
import { Switch } from './teams/parts.tsx'
import { fieldOfCode, sayWanted } from './teams/team-fields.ts'

type Draft = { name: string; description: string; roles: string[]; wantedRoles: WantedRoleDraft[]; isLooking: boolean }

const newTeam: Editable<AnswerOf<typeof createOwnTeam>, Draft> = {
  formOf: () => ({ name: '', description: '', roles: [], wantedRoles: [], isLooking: true }),
  save: (_, { name, description, ...rest }) =>
    call(createOwnTeam, { body: { name: name.trim(), description: description.trim() || null, ...rest } }),
  fieldOf: fieldOfCode,
}

function NewTeam() {
  const [, go] = useLocation()
  const { form, set, isBusy, error, faults, save } = useForm(null, newTeam)
  const { name, description, roles, wantedRoles, isLooking } = form
  const make = async () => {
    const team = await save((made) => t('make.done', { team: made.name }), { isEverywhere: true })
    if (team) go(pathTo('team', { id: team.id }), { replace: true })
  }
  return (
    <Form error={error} onSubmit={make}>
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
        onInput={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <TextArea
        label={t('make.about')}
        hint={t('make.about.hint')}
        fault={faults.description}
        rows={3}
        maxLength={LONGEST_TEAM_TEXT}
        dir="auto"
        value={description}
        onInput={({ currentTarget }) => set({ description: currentTarget.value })}
      />
      <section class="card stack" aria-labelledby="own-roles">
        <h2 id="own-roles">{t('make.ownRoles')}</h2>
        <p class="field-hint">{t('make.ownRoles.hint')}</p>
        <RolePicker
          roles={roles}
          fault={faults.roles}
          say={(one, values) => t(`roles.${one}`, values)}
          onChange={(next) => set({ roles: next })}
        />
      </section>
      <section class="card stack" aria-labelledby="wanted-roles">
        <h2 id="wanted-roles">{t('wanted.title')}</h2>
        <p class="field-hint">{t('wanted.hint')}</p>
        <WantedRolesField wanted={wantedRoles} fault={faults.wantedRoles} say={sayWanted} onChange={(next) => set({ wantedRoles: next })} />
      </section>
      <div class="card">
        <Switch
          label={t('looking.switch')}
          hint={t(isLooking ? 'looking.on' : 'looking.off')}
          isOn={isLooking}
          onChange={(is) => set({ isLooking: is })}
        />
      </div>
      <ErrorMessage of={faults['']} />
      {!isOnline.value && <p class="soft">{t('onlyOnline')}</p>}
      <Button type="submit" isWide isBusy={isBusy} disabled={!isOnline.value}>
        {t('teams.make')}
      </Button>
    </Form>
  )
}

export const MakeTeam = () => (
  <>
    <Title back={{ name: t('back'), go: () => goBack(pathTo('my')) }}>{t('teams.make')}</Title>
    {session.value.state === 'guest' ? (
      <Guest />
    ) : (
      <Forming>
        <NewTeam />
      </Forming>
    )}
  </>
)
