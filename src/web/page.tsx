import { render } from 'preact';
import { takeToken } from './api.ts';
import { App } from './app.tsx';

takeToken();
const root = document.getElementById('app');
if (root !== null) render(<App />, root);
