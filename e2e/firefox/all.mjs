// All stories, in one Firefox and on one server. Each file can also be run by itself: `node --test firefox/game.test.mjs`.

import './game.test.mjs';
import './round.test.mjs';
import './pages.test.mjs';
