import { useEffect, useState } from 'preact/hooks'
import { onlineOnly } from '#client/parts/online-only.ts'
import { t } from '#client/texts.ts'
import { handOverTeam, removeOwnMember, type TeamPage, type TeamPageMember } from '#contract/team.ts'
import { useAct } from '#ui/act/act.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { tell } from '#ui/dialog/toast.tsx'
import { call } from '#ui/server/api.ts'
import { w } from '#ui/shared-texts.ts'
import { undo } from './undo.ts'

type View = 'menu' | 'handOver' | 'remove'
type Props = { team: TeamPage; member: TeamPageMember | null; onClose(): void }

/** What a team admin can do with another member: make them an admin, or remove them. Each is explained before it happens. */
export function MemberDialog({ team, member, onClose }: Props) {
  const [view, setView] = useState<View>('menu')
  const [isStaying, setIsStaying] = useState(true)
  const { act, error, isBusy, clear } = useAct()
  useEffect(() => {
    setView('menu')
    setIsStaying(true)
    clear()
  }, [member?.id])
  const name = member?.name ?? ''
  const params = { id: String(team.id), member: String(member?.id) }
  const { handOver, remove } = team.actions
  const makeAdmin = () =>
    act(
      async () => {
        await call(handOverTeam, { params, body: { staysAdministrator: isStaying } })
        onClose()
      },
      { done: t('team.handedOver', { name }) },
    )
  const removeMember = () =>
    act(async () => {
      const { id } = member!
      const { members }: Partial<TeamPage> = await call(removeOwnMember, { params }) // without an answer they are removed already
      onClose()
      const isSoon = members?.find((one) => one.id === id)?.removal?.takesEffectAt !== undefined
      if (!isSoon) tell(t('team.removed', { name }))
      else tell(t('team.removedSoon', { name }), { label: w('undo'), run: () => void undo(team.id, t('team.kept', { name }), id) }, 10_000)
    })
  const back = (
    <Button look="plain" onClick={() => setView('menu')}>
      {w('cancel')}
    </Button>
  )
  const footer =
    view === 'handOver' ? (
      <>
        {back}
        <Button isBusy={isBusy} {...onlineOnly()} onClick={() => void makeAdmin()}>
          {t('team.handOver')}
        </Button>
      </>
    ) : view === 'remove' ? (
      <>
        {back}
        <Button look="danger" isBusy={isBusy} {...onlineOnly()} onClick={() => void removeMember()}>
          {t('team.remove')}
        </Button>
      </>
    ) : undefined
  return (
    <Dialog title={name} isOpen={member !== null} onClose={onClose} footer={footer}>
      {view === 'menu' && (
        <>
          {member && !member.isAdministrator && (
            <>
              <Button look="soft" icon="shield" disabled={!handOver.isAllowed || !member.isActive} onClick={() => setView('handOver')}>
                {t('team.handOver')}
              </Button>
              {!member.isActive && <p class="soft">{t('team.noAccount')}</p>}
            </>
          )}
          <Button look="danger" icon="remove" disabled={!remove.isAllowed} onClick={() => setView('remove')}>
            {t('team.remove')}
          </Button>
          {!remove.isAllowed && <p class="soft">{remove.why}</p>}
        </>
      )}
      {view === 'handOver' && (
        <>
          <p>{t('team.handOver.text', { name })}</p>
          <label class="choice">
            <input type="checkbox" checked={isStaying} onChange={({ currentTarget }) => setIsStaying(currentTarget.checked)} />
            <span>{t('team.handOver.stay')}</span>
          </label>
        </>
      )}
      {view === 'remove' && <p>{t('team.remove.text', { name })}</p>}
      <ErrorMessage of={error} />
    </Dialog>
  )
}
