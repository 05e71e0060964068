import { useEffect, useState } from 'preact/hooks'
import { goBack } from '#client/go-back.ts'
import { Guest } from '#client/parts/guest.tsx'
import { paths } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import { getJoining, type Joining, LONGEST_SENTENCE, MOST_INTERESTS, MOST_OFFERED_ROLES, updateJoining } from '#contract/joining.ts'
import { useAct } from '#ui/act/act.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Form } from '#ui/act/form.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/form/field.tsx'
import { RolePicker } from '#ui/form/role-picker.tsx'
import { type Editable, useForm } from '#ui/form/use-form.ts'
import { call } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'
import { useCall } from '#ui/server/query.ts'
import { session } from '#ui/session/session.ts'
import { Failed, Loading, SavedNote } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { Switch } from './teams/parts.tsx'
import { ProjectPicker } from './teams/project-picker.tsx'

/** Switches are saved at once: turning it off hides the person everywhere. */
function Switches({ joining }: { joining: Joining }) {
  const { act, error } = useAct()
  const [chosen, setChosen] = useState<{ isOpen?: boolean; neverInvite?: boolean }>({})
  useEffect(() => setChosen({}), [joining])
  const change = async (body: typeof chosen) => {
    setChosen({ ...chosen, ...body, ...(body.isOpen && { neverInvite: false }), ...(body.neverInvite && { isOpen: false }) })
    const isSaved = await act(() => call(updateJoining, { body }), { done: t('joining.saved') })
    if (!isSaved) setChosen({})
  }
  const isOpen = chosen.isOpen ?? joining.isOpen
  return (
    <section class="card stack">
      <Switch
        label={t('joining.switch')}
        hint={t(isOpen ? 'joining.on' : 'joining.off')}
        isOn={isOpen}
        onChange={(next) => void change({ isOpen: next })}
      />
      <ErrorMessage of={error} />
      {!isOpen && (
        <Switch
          label={t('joining.never')}
          hint={t('joining.never.hint')}
          isOn={chosen.neverInvite ?? joining.neverInvite}
          onChange={(next) => void change({ neverInvite: next })}
        />
      )}
    </section>
  )
}

const details: Editable<Joining, { sentence: string } & Pick<Joining, 'roles' | 'projects'>> = {
  formOf: (joining) => ({ sentence: joining!.sentence ?? '', roles: joining!.roles, projects: joining!.projects }),
  save: (_, { sentence, roles, projects }) =>
    call(updateJoining, { body: { sentence: sentence.trim() || null, roles, projects: projects.map(({ slug }) => slug) } }),
}

function Details({ joining }: { joining: Joining }) {
  const { form, set, isBusy, error, faults, save } = useForm(joining, details)
  const { sentence, roles, projects } = form
  return (
    <Form error={error} onSubmit={() => save(t('joining.saved'))}>
      <section class="card stack" aria-labelledby="joining-roles">
        <h2 id="joining-roles">{t('joining.roles')}</h2>
        <p class="field-hint">{t('joining.roles.hint')}</p>
        <RolePicker
          roles={roles}
          say={(key, values) => t(`roles.${key}`, values)}
          onChange={(next) => set({ roles: next.slice(0, MOST_OFFERED_ROLES) })}
        />
      </section>
      <section class="card stack">
        <TextArea
          label={t('joining.sentence')}
          hint={t('joining.sentence.hint', { most: LONGEST_SENTENCE })}
          rows={3}
          maxLength={LONGEST_SENTENCE}
          dir="auto"
          value={sentence}
          onInput={({ currentTarget }) => set({ sentence: currentTarget.value })}
        />
      </section>
      <section class="card stack" aria-labelledby="joining-projects">
        <h2 id="joining-projects">{t('joining.projects')}</h2>
        <p class="field-hint">{t('joining.projects.hint', { most: MOST_INTERESTS })}</p>
        <ProjectPicker projects={projects} most={MOST_INTERESTS} onChange={(next) => set({ projects: next })} />
      </section>
      <ErrorMessage of={Object.values(faults)[0]} />
      {!isOnline.value && <p class="soft">{t('onlyOnline')}</p>}
      <Button type="submit" isWide isBusy={isBusy} disabled={!isOnline.value}>
        {t('save')}
      </Button>
    </Form>
  )
}

function Own() {
  const { answer, savedAt, error, retry } = useCall(getJoining, undefined, { isPrivate: true })
  if (!answer) return error ? <Failed error={error} onRetry={retry} /> : <Loading lines={6} />
  return (
    <div class="stack">
      <SavedNote savedAt={savedAt} />
      <Switches joining={answer} />
      <Details joining={answer} />
    </div>
  )
}

export const JoiningScreen = () => (
  <>
    <Title back={{ name: t('back'), go: () => goBack(paths.profile) }}>{t('joining.title')}</Title>
    {session.value.state === 'guest' ? <Guest icon="person" /> : <Own />}
  </>
)
