"""The paper's experiments, and more: plans in, records, figures and a verdict out."""
