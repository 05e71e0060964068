import { type Line, say } from '#mail/email.ts'
import type { MailFacts } from '#store/mail/facts.ts'
import { whyCurator } from './review.ts'
import type { Texts } from './text.ts'

// Emails about joining and leaving teams (decision 21).

const whyAdmin = {
  en: (team: Line) => say`You’re receiving this email because you’re an admin of the team ${team}.`,
  ru: (team: Line) => say`Вы получили это письмо, потому что вы администратор команды ${team}.`,
}
const whyMember = {
  en: (team: Line) => say`You’re receiving this email because you’re or were a member of the team ${team}.`,
  ru: (team: Line) => say`Вы получили это письмо, потому что состоите или состояли в команде ${team}.`,
}
const whyAsked = {
  en: (team: Line) => say`You’re receiving this email because you asked to join the team ${team}.`,
  ru: (team: Line) => say`Вы получили это письмо, потому что отправили запрос на вступление в команду ${team}.`,
}

export type JoiningKind =
  | 'team_invitation'
  | 'team_joined'
  | 'join_request'
  | 'join_request_answered'
  | 'team_admin'
  | 'team_removed'
  | 'leave_request'
  | 'leave_request_answered'

/** Of a request to join: subject, title, what happened. */
type Outcomes = Record<'declined' | 'expired' | 'ended', [Line, string, Line]>

export const joiningTexts: Record<JoiningKind, Texts> = {
  team_invitation: {
    en: ({ team, actor }) => ({
      subject: say`${actor} invites you to the team ${team}`,
      title: 'You’re invited to a team',
      body: [say`${actor} invites you to join the team ${team}.`],
      next: [say`You can accept or decline within 14 days. If you decline, you don’t have to explain why.`],
      label: 'View invitation',
      after: [say`If you don’t want to get invitations, choose “Never invite me again” when you decline.`],
      why: say`You’re receiving this email because your profile says that you’re open to joining a team.`,
    }),
    ru: ({ team, actor }) => ({
      subject: say`Вас приглашают в команду ${team}`,
      title: 'Приглашение в команду',
      body: [say`${actor} приглашает вас в команду ${team}.`],
      next: [say`Принять или отклонить приглашение можно в течение 14 дней. Объяснять отказ не нужно.`],
      label: 'Открыть приглашение',
      after: [say`Если приглашения вам не нужны, при отказе выберите «Больше не приглашать».`],
      why: say`Вы получили это письмо, потому что указали в профиле, что ищете команду.`,
    }),
  },
  team_joined: {
    en: ({ team, actor }) => ({
      subject: say`${actor} joined ${team}`,
      title: 'New member of your team',
      body: [say`${actor} joined the team ${team}.`],
      next: [say`Say hello, and agree on who does what.`],
      label: 'View team',
      why: whyAdmin.en(team),
    }),
    ru: ({ team, actor }) => ({
      subject: say`Новый участник в команде ${team}: ${actor}`,
      title: 'Новый участник команды',
      body: [say`В команду ${team} вступил новый участник: ${actor}.`],
      next: [say`Познакомьтесь и договоритесь, кто чем займётся.`],
      label: 'Открыть команду',
      why: whyAdmin.ru(team),
    }),
  },
  join_request: {
    en: ({ team, actor }) => ({
      subject: say`${actor} wants to join ${team}`,
      title: 'Request to join your team',
      body: [say`${actor} asks to join the team ${team}.`],
      next: [say`Accept or decline within 14 days. After that the request closes by itself.`],
      label: 'Answer request',
      why: whyAdmin.en(team),
    }),
    ru: ({ team, actor }) => ({
      subject: say`Запрос на вступление в команду ${team}: ${actor}`,
      title: 'Запрос на вступление',
      body: [say`${actor} хочет вступить в команду ${team}.`],
      next: [say`Ответьте в течение 14 дней. Потом запрос закроется автоматически.`],
      label: 'Ответить на запрос',
      why: whyAdmin.ru(team),
    }),
  },
  join_request_answered: {
    en: ({ team, status }) => {
      if (status === 'accepted')
        return {
          subject: say`You’re now in the team ${team}`,
          title: 'Welcome to the team',
          body: [say`The team ${team} accepted your request to join.`],
          next: [say`See who else is in the team and what it is working on.`],
          label: 'View team',
          why: whyAsked.en(team),
        }
      const outcomes: Outcomes = {
        declined: [
          say`${team} declined your request to join`,
          'Request to join declined',
          say`The team ${team} declined your request to join.`,
        ],
        expired: [
          say`No answer from ${team}`,
          'Request to join expired',
          say`The team ${team} didn’t answer your request to join within 14 days, so the request has expired.`,
        ],
        ended: [
          say`The team ${team} was disbanded`,
          'Request to join closed',
          say`The team ${team} was disbanded, so your request to join it is closed.`,
        ],
      }
      const [subject, title, reason] = outcomes[status as keyof Outcomes] ?? outcomes.declined
      return {
        subject,
        title,
        body: [reason],
        next: [say`Other teams are looking for people too. You can also make a team of your own.`],
        label: 'Find a team',
        why: whyAsked.en(team),
      }
    },
    ru: ({ team, status }) => {
      if (status === 'accepted')
        return {
          subject: say`Вас приняли в команду ${team}`,
          title: 'Добро пожаловать в команду',
          body: [say`Команда ${team} приняла ваш запрос на вступление.`],
          next: [say`Посмотрите, кто ещё в ней состоит и над чем она работает.`],
          label: 'Открыть команду',
          why: whyAsked.ru(team),
        }
      const outcomes: Outcomes = {
        declined: [
          say`Команда ${team} отклонила запрос на вступление`,
          'Запрос отклонён',
          say`Команда ${team} отклонила ваш запрос на вступление.`,
        ],
        expired: [
          say`Команда ${team} не ответила на запрос`,
          'Срок запроса истёк',
          say`Команда ${team} не ответила на ваш запрос на вступление за 14 дней, поэтому он закрыт.`,
        ],
        ended: [
          say`Команда ${team} распущена`,
          'Запрос на вступление закрыт',
          say`Команда ${team} распущена, поэтому ваш запрос на вступление закрыт.`,
        ],
      }
      const [subject, title, reason] = outcomes[status as keyof Outcomes] ?? outcomes.declined
      return {
        subject,
        title,
        body: [reason],
        next: [say`Есть и другие команды, которые ищут участников. Можно создать и свою.`],
        label: 'Найти команду',
        why: whyAsked.ru(team),
      }
    },
  },
  team_admin: {
    en: ({ team }) => ({
      subject: say`You’re now an admin of ${team}`,
      title: 'You’re a team admin',
      body: [say`You’re now an admin of the team ${team}.`],
      next: [say`You can invite people, answer requests to join, apply for projects and edit the team.`],
      label: 'View team',
      after: [say`If you don’t want this, make another member an admin on the team’s page.`],
      why: whyMember.en(team),
    }),
    ru: ({ team }) => ({
      subject: say`Вы стали администратором команды ${team}`,
      title: 'Вы администратор команды',
      body: [say`Теперь вы администратор команды ${team}.`],
      next: [say`Вы можете приглашать людей, отвечать на запросы, подавать заявки на проекты и менять данные команды.`],
      label: 'Открыть команду',
      after: [say`Если вам это не подходит, назначьте администратором другого участника на странице команды.`],
      why: whyMember.ru(team),
    }),
  },
  team_removed: {
    en: ({ team, isDisbanded }) => ({
      subject: isDisbanded ? say`The team ${team} was disbanded` : say`You’re no longer in the team ${team}`,
      title: isDisbanded ? 'Your team was disbanded' : 'You were removed from a team',
      body: [isDisbanded ? say`An admin disbanded the team ${team}.` : say`An admin removed you from the team ${team}.`],
      next: [say`You can find another team or make one of your own.`],
      label: 'View my project',
      after: [say`If this is a mistake, contact the team or a curator.`],
      why: whyMember.en(team),
    }),
    ru: ({ team, isDisbanded }) => ({
      subject: isDisbanded ? say`Команда ${team} распущена` : say`Вы больше не в команде ${team}`,
      title: isDisbanded ? 'Ваша команда распущена' : 'Вас удалили из команды',
      body: [isDisbanded ? say`Администратор распустил команду ${team}.` : say`Администратор удалил вас из команды ${team}.`],
      next: [say`Вы можете найти другую команду или создать свою.`],
      label: 'Открыть мой проект',
      after: [say`Если это ошибка, напишите команде или куратору.`],
      why: whyMember.ru(team),
    }),
  },
  leave_request: {
    en: ({ team, actor }) => ({
      subject: say`${actor} asks to leave ${team}`,
      title: 'Request to leave a team',
      body: [say`${actor} asks to leave the team ${team}, which is working on a project.`],
      next: [say`If you agree, the person leaves the team at once.`],
      label: 'View requests to leave',
      why: say`${whyCurator.en}`,
    }),
    ru: ({ team, actor }) => ({
      subject: say`Запрос на выход из команды ${team}: ${actor}`,
      title: 'Запрос на выход из команды',
      body: [say`${actor} просит разрешить выход из команды ${team}, которая работает над проектом.`],
      next: [say`Если вы согласитесь, участник сразу выйдет из команды.`],
      label: 'Открыть запросы на выход',
      why: say`${whyCurator.ru}`,
    }),
  },
  leave_request_answered: {
    en: ({ team, person, isAgreed }) => {
      if (person !== null)
        return {
          subject: say`${person} left ${team}`,
          title: 'A member left your team',
          body: [say`A curator agreed that ${person} leaves the team ${team}.`],
          next: [say`The team goes on working on its project.`],
          label: 'View team',
          why: whyAdmin.en(team),
        }
      return {
        subject: isAgreed ? say`You left the team ${team}` : say`You’re staying in the team ${team}`,
        title: isAgreed ? 'You left the team' : 'Request to leave declined',
        body: [
          isAgreed
            ? say`A curator agreed to your request to leave the team ${team}.`
            : say`A curator declined your request to leave the team ${team}.`,
        ],
        next: [isAgreed ? say`You can find another team or make one of your own.` : say`To talk about it, contact a curator.`],
        label: isAgreed ? 'View my project' : 'View team',
        why: whyMember.en(team),
      }
    },
    ru: ({ team, person, isAgreed }) => {
      if (person !== null)
        return {
          subject: say`Участник вышел из команды ${team}: ${person}`,
          title: 'Участник вышел из команды',
          body: [say`Куратор согласился на выход участника из команды ${team}: ${person}.`],
          next: [say`Команда продолжает работать над проектом.`],
          label: 'Открыть команду',
          why: whyAdmin.ru(team),
        }
      return {
        subject: isAgreed ? say`Вы вышли из команды ${team}` : say`Вы остаётесь в команде ${team}`,
        title: isAgreed ? 'Вы вышли из команды' : 'Запрос на выход отклонён',
        body: [
          isAgreed
            ? say`Куратор согласился на ваш выход из команды ${team}.`
            : say`Куратор отклонил ваш запрос на выход из команды ${team}.`,
        ],
        next: [isAgreed ? say`Вы можете найти другую команду или создать свою.` : say`Чтобы обсудить это, напишите куратору.`],
        label: isAgreed ? 'Открыть мой проект' : 'Открыть команду',
        why: whyMember.ru(team),
      }
    },
  },
}

export const isAboutJoining = (kind: string): kind is JoiningKind => Object.hasOwn(joiningTexts, kind)

const withMessage: readonly string[] = ['team_invitation', 'join_request', 'leave_request'] satisfies JoiningKind[]

/** An invitation or a request that is over needs no answer any more. */
export const hasJoiningSubject = ({ kind, team, joining }: Pick<MailFacts, 'kind' | 'team' | 'joining'>): boolean =>
  team !== null && (!withMessage.includes(kind) || joining?.isOpen === true)

export function joiningLink({ kind, data, person }: Pick<MailFacts, 'kind' | 'data' | 'person'>, publicUrl: string): string {
  const isRejected = kind === 'join_request_answered' && data.status !== 'accepted'
  const hasLeft = kind === 'leave_request_answered' && data.isAgreed === true && !person
  if (kind === 'leave_request') return `${publicUrl}/console/teams/leave-requests`
  if (isRejected) return `${publicUrl}/my/find-team`
  if (kind === 'team_invitation' || kind === 'team_removed' || hasLeft) return `${publicUrl}/my`
  return `${publicUrl}/my/team/${Number(data.team)}`
}
