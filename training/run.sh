#!/usr/bin/env bash
# Trains model/static.bin: training/run.sh MIRRORS WORK CHECKOUTS; see docs/model-card.md.
# MIRRORS/<owner>+<name>/repo are git directories of sources.tsv; CHECKOUTS are not to be learned from.
set -euo pipefail
cd "$(dirname "$0")/.."
mirrors=$1 work=$2 checkouts=$3
mkdir -p "$work/pairs"
npm run --silent build
node training/hashes.mjs "$checkouts" > "$work/excluded"
while IFS=$'\t' read -r name commit _ use; do
  [[ $use == train ]] || continue
  out=$work/pairs/${name/\//+}.tsv
  [[ -e $out ]] || { node training/pairs.mjs "$mirrors/${name/\//+}/repo" "$name" "$commit" "$out.part" && mv "$out.part" "$out"; }
done < training/sources.tsv
g++ -std=c++20 -O3 -march=native -ffast-math training/train.cpp -o "$work/train"
"$work/train" "$work/pairs" model/static.bin --epochs "${EPOCHS:-10}" --exclude "$work/excluded"
