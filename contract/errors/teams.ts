import type { ErrorEntry } from './entry.ts'

// Teams that members form: joining, inviting, leaving.
export const teamErrors = {
  teams_by_curators_only: {
    status: 403,
    title: { en: 'Curators form the teams here', ru: 'Команды здесь собирают кураторы' },
    detail: {
      en: 'In this directory only curators form teams and add members. Write to a curator.',
      ru: 'В этом каталоге команды собирают и пополняют только кураторы. Напишите куратору.',
    },
  },
  not_in_team: {
    status: 403,
    title: { en: 'You’re not in this team', ru: 'Вы не в этой команде' },
    detail: {
      en: 'Only members of “{team}” can do this.',
      ru: 'Это могут сделать только участники команды «{team}».',
    },
  },
  invitation_over: {
    status: 404,
    title: { en: 'This invitation is no longer valid', ru: 'Приглашение больше не действует' },
    detail: {
      en: 'It has expired, was used up or ended, or the address is incomplete. Ask the team for a new invitation.',
      ru: 'Оно истекло, использовано или отозвано, либо адрес скопирован не полностью. Попросите у команды новое приглашение.',
    },
  },
  join_request_not_found: {
    status: 404,
    title: { en: 'Request to join not found', ru: 'Запрос на вступление не найден' },
    detail: {
      en: 'Request {request} doesn’t exist, or you don’t have access to it.',
      ru: 'Запроса {request} нет, или у вас нет к нему доступа.',
    },
  },
  leave_request_not_found: {
    status: 404,
    title: { en: 'Request to leave not found', ru: 'Запрос на выход не найден' },
    detail: {
      en: 'Request {request} doesn’t exist. It may have been removed.',
      ru: 'Запроса {request} нет. Возможно, он уже удалён.',
    },
  },
  team_too_small: {
    status: 409,
    title: { en: 'The team is too small to apply', ru: 'В команде мало участников' },
    detail: {
      en: 'A team needs {least} members to apply; “{team}” has {size}, so {missing} more must join. Invite people on the team’s page.',
      ru: 'Для заявки в команде должно быть участников: {least}. В «{team}» сейчас {size}, не хватает: {missing}. Пригласите людей на странице команды.',
    },
  },
  team_full: {
    status: 409,
    title: { en: 'The team is full', ru: 'В команде нет мест' },
    detail: {
      en: '“{team}” already has {most} members, and that is the limit. Look for another team, or make one.',
      ru: 'В команде «{team}» уже {most} участников — это максимум. Найдите другую команду или создайте свою.',
    },
  },
  team_name_taken: {
    status: 409,
    title: { en: 'This team name is taken', ru: 'Такое название уже занято' },
    detail: {
      en: 'There is already a team called “{name}”; upper and lower case don’t matter. Choose another name.',
      ru: 'Команда «{name}» уже есть: регистр и буква ё не различаются. Выберите другое название.',
    },
  },
  team_has_project: {
    status: 409,
    title: { en: 'The team is working on a project', ru: 'Команда работает над проектом' },
    detail: {
      en: 'While “{team}” works on “{project}”, only curators change who is in it. Ask a curator, or send a request to leave.',
      ru: 'Пока «{team}» работает над проектом «{project}», её состав меняют только кураторы. Обратитесь к куратору или отправьте запрос на выход.',
    },
  },
  team_in_closed_round: {
    status: 409,
    title: { en: 'The team’s choices are closed', ru: 'Приём списков закрыт' },
    detail: {
      en: '“{team}” is waiting for the results of “{round}”. Until then, only curators change who is in it. A member who wants to leave can send them a request on the page of the team.',
      ru: 'Команда «{team}» ждёт результатов набора «{round}». До этого её состав меняют только кураторы. Кто хочет выйти, может отправить им запрос на странице команды.',
    },
  },
  team_has_no_project: {
    status: 409,
    title: { en: 'You can leave right away', ru: 'Выйти можно сразу' },
    detail: {
      en: '“{team}” doesn’t work on a project, so no curator has to agree. Use “Leave the team”.',
      ru: 'Команда «{team}» сейчас не работает над проектом, поэтому согласие куратора не нужно. Нажмите «Выйти из команды».',
    },
  },
  team_has_requests: {
    status: 409,
    title: { en: 'The team has open applications', ru: 'У команды есть заявки на рассмотрении' },
    detail: {
      en: 'Open applications of “{team}”: {count}. Withdraw them first, then disband the team.',
      ru: 'Заявок команды «{team}» на рассмотрении: {count}. Сначала отзовите их, затем распустите команду.',
    },
  },
  team_disbanding: {
    status: 409,
    title: { en: 'The team is being disbanded', ru: 'Команду распускают' },
    detail: {
      en: '“{team}” is disbanded in a few minutes. A team admin can still undo this on the team’s page.',
      ru: 'Через несколько минут команда «{team}» будет распущена. Администратор команды ещё может отменить это на её странице.',
    },
  },
  team_not_looking: {
    status: 409,
    title: { en: 'The team isn’t looking for people', ru: 'Команда не ищет участников' },
    detail: {
      en: '“{team}” doesn’t accept requests to join. Ask the team for an invitation, or find another team.',
      ru: 'Команда «{team}» не принимает запросы на вступление. Попросите приглашение или найдите другую команду.',
    },
  },
  too_many_teams: {
    status: 409,
    title: { en: 'You’re already in a team', ru: 'Вы уже в команде' },
    detail: {
      en: 'You’ve reached the limit of teams without a running project ({limit}). Leave a team first.',
      ru: 'Больше команд без текущего проекта нельзя: предел — {limit}. Сначала выйдите из другой команды.',
    },
  },
  person_has_team: {
    status: 409,
    title: { en: 'This person is already in a team', ru: 'Этот человек уже в команде' },
    detail: {
      en: '{name} is in another team without a running project, and the limit is {limit}. They have to leave it first.',
      ru: '{name} уже в другой команде без текущего проекта, а можно состоять в командах: {limit}. Сначала нужно выйти из неё.',
    },
  },
  not_open_to_joining: {
    status: 409,
    title: { en: 'This person can’t be invited', ru: 'Этого человека нельзя пригласить' },
    detail: {
      en: 'They are not open to joining teams. You can send them an invitation link yourself.',
      ru: 'Сейчас этот человек не ищет команду. Вы можете сами отправить ему ссылку-приглашение.',
    },
  },
  already_invited: {
    status: 409,
    title: { en: 'Already invited', ru: 'Уже есть приглашение' },
    detail: {
      en: '{name} has an invitation to “{team}” that awaits an answer.',
      ru: 'У {name} уже есть приглашение в «{team}», ответа пока нет.',
    },
  },
  already_asked_to_join: {
    status: 409,
    title: { en: 'You’ve already asked to join', ru: 'Запрос уже отправлен' },
    detail: {
      en: 'Your request to join “{team}” awaits an answer. You can cancel it.',
      ru: 'Ваш запрос на вступление в «{team}» ждёт ответа. Его можно отменить.',
    },
  },
  join_request_over: {
    status: 409,
    title: { en: 'This request is closed', ru: 'Запрос уже закрыт' },
    detail: {
      en: 'It was answered, cancelled or expired. Reload the page to see how it ended.',
      ru: 'На него ответили, его отменили или срок истёк. Обновите страницу, чтобы увидеть результат.',
    },
  },
  leave_request_over: {
    status: 409,
    title: { en: 'This request is closed', ru: 'Запрос уже закрыт' },
    detail: {
      en: 'It was answered or cancelled, or the person has left the team. Reload the page.',
      ru: 'На него ответили, его отменили, или человек уже вышел из команды. Обновите страницу.',
    },
  },
  already_asked_to_leave: {
    status: 409,
    title: { en: 'You’ve already asked to leave', ru: 'Запрос на выход уже отправлен' },
    detail: {
      en: 'A curator will answer your request to leave “{team}”. You can cancel it.',
      ru: 'Куратор ответит на ваш запрос на выход из «{team}». Его можно отменить.',
    },
  },
  team_change_over: {
    status: 409,
    title: { en: 'It can’t be undone any more', ru: 'Отменить уже нельзя' },
    detail: {
      en: 'The time to undo has passed, or another team admin has undone it. Reload the page to see the team as it is now.',
      ru: 'Время на отмену прошло, или другой администратор уже всё отменил. Обновите страницу, чтобы увидеть команду.',
    },
  },
  member_without_account: {
    status: 409,
    title: { en: 'This member has no account', ru: 'У участника нет аккаунта' },
    detail: {
      en: '{name} can’t be a team admin without an active account. Choose another member.',
      ru: '{name} не может быть администратором команды без активного аккаунта. Выберите другого участника.',
    },
  },
  use_leave_instead: {
    status: 409,
    title: { en: 'You can’t remove yourself', ru: 'Себя удалить нельзя' },
    detail: {
      en: 'To leave “{team}”, use “Leave the team”.',
      ru: 'Чтобы покинуть «{team}», нажмите «Выйти из команды».',
    },
  },
  too_many_wanted: {
    status: 422,
    title: { en: 'Too many people of one role', ru: 'Слишком много людей одной роли' },
    detail: {
      en: 'A team can look for up to {limit} people of one role. Reduce the number.',
      ru: 'Одной роли можно искать не больше {limit} человек. Уменьшите число.',
    },
  },
  too_many_new_teams: {
    status: 429,
    title: { en: 'Too many new teams', ru: 'Слишком много новых команд' },
    detail: {
      en: 'You can make up to {limit} teams a day. Try again in {hours} h.',
      ru: 'За день можно создать не больше {limit} команд. Повторите через {hours} ч.',
    },
  },
  too_many_invitations: {
    status: 429,
    title: { en: 'Too many invitations', ru: 'Слишком много приглашений' },
    detail: {
      en: 'The limit of {limit} invitations has been reached, so nothing was sent. End one that is open, or try again in {hours} h.',
      ru: 'Достигнут лимит приглашений: {limit}. Ничего не отправлено. Отзовите одно из открытых или повторите через {hours} ч.',
    },
  },
  too_many_join_requests: {
    status: 429,
    title: { en: 'Too many requests to join', ru: 'Слишком много запросов на вступление' },
    detail: {
      en: 'The limit of {limit} requests has been reached. Cancel one that is open, or try again in {hours} h.',
      ru: 'Достигнут лимит запросов: {limit}. Отмените один из открытых или повторите через {hours} ч.',
    },
  },
  too_many_leave_requests: {
    status: 429,
    title: { en: 'Too many requests to leave', ru: 'Слишком много запросов на выход' },
    detail: {
      en: 'You can send up to {limit} requests to leave a day. Try again in {hours} h.',
      ru: 'За день можно отправить не больше {limit} запросов на выход. Повторите через {hours} ч.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
