import { useEffect, useRef, useState } from 'preact/hooks'
import { goBack } from '#client/go-back.ts'
import { Guest } from '#client/parts/guest.tsx'
import { useAct } from '#client/parts/use-act.ts'
import { paths } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import { getJoining, type Joining, LONGEST_SENTENCE, MOST_INTERESTS, MOST_OFFERED_ROLES, updateJoining } from '#contract/joining.ts'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/form/field.tsx'
import { RolePicker } from '#ui/form/role-picker.tsx'
import { call } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'
import { useCall } from '#ui/server/query.ts'
import { session } from '#ui/session/session.ts'
import { Failed, Loading, SavedNote } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { Fault, Switch } from './teams/parts.tsx'
import { ProjectPicker } from './teams/project-picker.tsx'

/** Switches are saved at once: turning it off hides the person everywhere. */
function Switches({ joining }: { joining: Joining }) {
  const { act, fault } = useAct()
  const [chosen, setChosen] = useState<{ isOpen?: boolean; neverInvite?: boolean }>({})
  useEffect(() => setChosen({}), [joining])
  const change = async (body: typeof chosen) => {
    setChosen({ ...chosen, ...body, ...(body.isOpen && { neverInvite: false }), ...(body.neverInvite && { isOpen: false }) })
    const isSaved = await act(async () => {
      await call(updateJoining, { body })
      return t('joining.saved')
    })
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
      <Fault text={fault} />
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

function Details({ joining }: { joining: Joining }) {
  const { act, fault, isBusy } = useAct()
  const [sentence, setSentence] = useState(joining.sentence ?? '')
  const [roles, setRoles] = useState(joining.roles)
  const [projects, setProjects] = useState(joining.projects)
  const form = useRef<HTMLFormElement>(null)
  const save = () =>
    act(async () => {
      await call(updateJoining, { body: { sentence: sentence.trim() || null, roles, projects: projects.map(({ slug }) => slug) } })
      return t('joining.saved')
    })
  return (
    <form
      ref={form}
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <section class="card stack" aria-labelledby="joining-roles">
        <h2 id="joining-roles">{t('joining.roles')}</h2>
        <p class="field-hint">{t('joining.roles.hint')}</p>
        <RolePicker
          roles={roles}
          say={(key, values) => t(`roles.${key}`, values)}
          onChange={(next) => setRoles(next.slice(0, MOST_OFFERED_ROLES))}
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
          onInput={({ currentTarget }) => setSentence(currentTarget.value)}
        />
      </section>
      <section class="card stack" aria-labelledby="joining-projects">
        <h2 id="joining-projects">{t('joining.projects')}</h2>
        <p class="field-hint">{t('joining.projects.hint', { most: MOST_INTERESTS })}</p>
        <ProjectPicker projects={projects} most={MOST_INTERESTS} onChange={setProjects} />
      </section>
      <Fault text={fault} />
      {!isOnline.value && <p class="soft">{t('onlyOnline')}</p>}
      <Button type="submit" isWide isBusy={isBusy} disabled={!isOnline.value}>
        {t('save')}
      </Button>
    </form>
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
