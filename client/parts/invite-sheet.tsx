import { useEffect, useRef, useState } from 'preact/hooks'
import { onlineOnly } from '#client/parts/online-only.ts'
import { t } from '#client/texts.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { createInvitation, LINK_DAYS, MOST_LINK_USES } from '#contract/invitation.ts'
import type { TeamPage } from '#contract/team.ts'
import { useAct } from '#ui/act/act.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Select } from '#ui/form/field.tsx'
import { lazy } from '#ui/lazy.tsx'
import { call } from '#ui/server/api.ts'
import { deadline } from '#ui/time/format.ts'
import './invite-sheet.css'

const Qr = lazy(async () => (await import('./qr.tsx')).Qr)

type Link = NonNullable<AnswerOf<typeof createInvitation>['link']>

// The server keeps only a hash of the token: until the page is closed, a link can be shown again here.
const made = new Map<number, Link>()

const isOpenLink = (link: Link | undefined, links: TeamPage['links']): boolean => links.some(({ id }) => id === link?.id)

function ReadyLink({ link, team, onFull }: { link: Link; team: TeamPage; onFull(): void }) {
  const [isCopied, setIsCopied] = useState(false)
  const address = useRef<HTMLInputElement>(null)
  const copy = () =>
    navigator.clipboard.writeText(link.url).then(
      () => setIsCopied(true),
      () => address.current?.focus(), // clipboard denied: the link is selected
    )
  const share = () => navigator.share({ title: t('invite.shareText', { team: team.name }), url: link.url }).catch(() => {}) // cancelled
  return (
    <>
      <p>{t('invite.ready', { count: link.mostUses - link.uses, day: deadline(link.expiresAt) })}</p>
      <button type="button" class="invite-code" aria-label={t('invite.full')} onClick={onFull}>
        <Qr text={link.url} name={t('invite.qr', { team: team.name })} />
      </button>
      <input
        ref={address}
        class="invite-address"
        type="text"
        readOnly
        dir="ltr"
        aria-label={t('invite.link')}
        value={link.url}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div class="row team-actions">
        <Button icon={isCopied ? 'check' : 'copy'} onClick={() => void copy()}>
          {t(isCopied ? 'invite.copied' : 'invite.copy')}
        </Button>
        {'share' in navigator && (
          <Button look="soft" icon="share" onClick={() => void share()}>
            {t('invite.share')}
          </Button>
        )}
        <Button look="plain" icon="qr" onClick={onFull}>
          {t('invite.full')}
        </Button>
      </div>
      <p class="visually-hidden" role="status">
        {isCopied ? t('invite.copied') : ''}
      </p>
    </>
  )
}

function NewLink({ team, onMade }: { team: TeamPage; onMade(link: Link): void }) {
  const free = Math.max(1, team.mostMembers - team.size)
  const [uses, setUses] = useState(Math.min(free, MOST_LINK_USES))
  const { act, error, isBusy } = useAct()
  const create = () =>
    act(async () => {
      const { link } = await call(createInvitation, { params: { id: String(team.id) }, body: { uses } })
      onMade(link!)
    })
  return (
    <>
      <p>{t('invite.text', { count: free, days: LINK_DAYS })}</p>
      <Select label={t('invite.uses')} value={String(uses)} onInput={({ currentTarget }) => setUses(Number(currentTarget.value))}>
        {Array.from({ length: Math.min(free, MOST_LINK_USES) }, (_, index) => (
          <option key={index} value={String(index + 1)}>
            {index + 1}
          </option>
        ))}
      </Select>
      <ErrorMessage of={error} />
      <Button icon="link" isBusy={isBusy} {...onlineOnly()} onClick={() => void create()}>
        {t('invite.create')}
      </Button>
    </>
  )
}

/** Makes an invitation link and shows it as text and as a QR code, on demand as large as the screen. */
export function InviteSheet({ team, isOpen, onClose }: { team: TeamPage; isOpen: boolean; onClose(): void }) {
  const [link, setLink] = useState(() => made.get(team.id))
  const [isFull, setIsFull] = useState(false)
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => setIsFull(false), [isOpen])
  // The pressed button disappears when the view changes.
  useEffect(() => {
    if (isOpen) content.current?.closest('dialog')?.querySelector<HTMLElement>('h2')?.focus()
  }, [isFull, link?.id])
  const isReady = link !== undefined && isOpenLink(link, team.links)
  const remember = (next: Link) => {
    made.set(team.id, next)
    setLink(next)
  }
  return (
    <Dialog
      title={isFull ? t('invite.scan', { team: team.name }) : t('invite.title')}
      isOpen={isOpen}
      onClose={isFull ? () => setIsFull(false) : onClose}
    >
      <div class={isFull ? 'invite-full' : 'stack'} ref={content}>
        {link && isFull ? (
          <Qr text={link.url} name={t('invite.qr', { team: team.name })} />
        ) : link && isReady ? (
          <>
            <ReadyLink link={link} team={team} onFull={() => setIsFull(true)} />
            <div>
              <button type="button" class="text-button" onClick={() => setLink(undefined)}>
                {t('invite.another')}
              </button>
            </div>
          </>
        ) : (
          <NewLink team={team} onMade={remember} />
        )}
      </div>
    </Dialog>
  )
}
