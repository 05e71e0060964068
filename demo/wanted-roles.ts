// The roles that projects of the demo data look for, by slug: what their texts and requirements ask for.

export const demoWantedRoles: Record<string, [role: string, count: number][]> = {
  'city-tree-census': [
    ['Frontend Developer', 2],
    ['Backend Developer', 1],
    ['QA', 1],
  ],
  'tram-accessibility-audit': [
    ['UX Researcher', 2],
    ['Data Analyst', 1],
  ],
  'food-waste-map': [
    ['Frontend Developer', 1],
    ['Backend Developer', 1],
    ['Project Manager', 1],
  ],
  'river-sensor-network': [
    ['Embedded developer', 2],
    ['Electronics engineer', 1],
    ['IoT Engineer', 1],
  ],
  'open-data-portal': [
    ['Backend Developer', 1],
    ['Technical writer', 1],
    ['Data Engineer', 1],
  ],
  'campus-bike-sharing': [
    ['Android Developer', 1],
    ['iOS Developer', 1],
    ['Electronics engineer', 1],
    ['Mechanical designer', 1],
  ],
  'night-bus-planner': [
    ['Data Analyst', 1],
    ['Frontend Developer', 1],
  ],
  'library-chatbot': [
    ['NLP Engineer', 2],
    ['Data Analyst', 1],
    ['Backend Developer', 1],
  ],
  'tutoring-marketplace': [
    ['Fullstack Developer', 2],
    ['Product manager', 1],
  ],
  'lecture-notes-search': [
    ['ML Engineer', 1],
    ['Backend Developer', 1],
    ['UX/UI designer', 1],
  ],
  'dormitory-energy-dashboard': [
    ['Frontend Developer', 1],
    ['Electronics engineer', 1],
    ['Designer', 1],
  ],
  'volunteer-shift-planner': [
    ['Frontend Developer', 2],
    ['Backend Developer', 1],
  ],
  'greenhouse-rover': [
    ['Robotics engineer', 2],
    ['CV Engineer', 1],
    ['Mechanical designer', 1],
  ],
  'bee-hive-monitor': [
    ['Embedded developer', 1],
    ['ML Engineer', 1],
  ],
  'museum-pocket-guide': [
    ['Frontend Developer', 2],
    ['UX Researcher', 1],
    ['Content Manager', 1],
  ],
  'hospital-queue-board': [
    ['Frontend Developer', 1],
    ['UX/UI designer', 1],
    ['Data Analyst', 1],
  ],
  'printed-prosthetic-hand': [['Mechanical designer', 2]],
  'choir-archive': [
    ['Fullstack Developer', 1],
    ['Content Manager', 1],
  ],
  'oral-history-recorder': [
    ['NLP Engineer', 1],
    ['Researcher', 2],
  ],
  'allergy-menu-labels': [
    ['Business Analyst', 1],
    ['Android Developer', 1],
    ['QA', 1],
  ],
  'karta-dvorov': [
    ['Frontend Developer', 1],
    ['Backend Developer', 1],
    ['Researcher', 2],
  ],
  'datchiki-vozduha': [
    ['Embedded developer', 2],
    ['Data Analyst', 1],
    ['Frontend Developer', 1],
  ],
  'rechnoy-tramvay': [
    ['ML Engineer', 1],
    ['Data Analyst', 1],
  ],
  'chistye-berega': [
    ['Android Developer', 1],
    ['iOS Developer', 1],
  ],
  'dym-nad-lesom': [
    ['CV Engineer', 2],
    ['DevOps', 1],
  ],
  'koordinator-vyezdov': [
    ['Backend Developer', 1],
    ['Frontend Developer', 1],
    ['Analyst', 1],
  ],
  'biblioteka-veshchey': [
    ['Fullstack Developer', 1],
    ['UX/UI designer', 1],
  ],
  'robot-sortirovshchik': [
    ['Robotics engineer', 1],
    ['CV Engineer', 1],
    ['Mechanical designer', 1],
  ],
  'raspisanie-v-karmane': [
    ['Android Developer', 1],
    ['iOS Developer', 1],
    ['QA', 1],
    ['UX/UI designer', 1],
  ],
  'pomoshchnik-abiturienta': [
    ['Frontend Developer', 1],
    ['Data Analyst', 1],
    ['Technical writer', 1],
  ],
  'laboratorny-stend': [
    ['Electronics engineer', 1],
    ['Fullstack Developer', 1],
  ],
  'nastavnik-pervokursnika': [
    ['Fullstack Developer', 2],
    ['Researcher', 1],
    ['Designer', 1],
  ],
  'trenazher-rechi': [
    ['Android Developer', 1],
    ['ML Engineer', 1],
    ['Graphic designer', 1],
  ],
  'umnaya-teplitsa': [
    ['Embedded developer', 1],
    ['Graphic designer', 1],
  ],
  'shkolnoe-pitanie': [
    ['Frontend Developer', 1],
    ['Data Analyst', 1],
  ],
  'perevodchik-zhestov': [
    ['CV Engineer', 2],
    ['Android Developer', 1],
  ],
}
